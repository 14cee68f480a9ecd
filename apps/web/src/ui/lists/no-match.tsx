import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SearchIcon } from '../display/icons';
import { EmptyState } from '../layout/empty-state';

/** Shown instead of a list when its filter matches nothing. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('filters');
  return (
    <EmptyState
      icon={<SearchIcon size={26} />}
      title={t('noMatch')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('clear')}
        </Button>
      }
    >
      {t('noMatchText')}
    </EmptyState>
  );
}
