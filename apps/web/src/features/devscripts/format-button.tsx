import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './editor-pane.module.css';

export function FormatButton({ onClick, isBusy }: { onClick: () => void; isBusy: boolean }) {
  const { t } = useTranslation('devscripts');
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={classes.format}
      onClick={onClick}
      loading={isBusy}
    >
      {t('format')}
    </Button>
  );
}
