import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SearchIcon } from '../ui/display/icons';
import { EmptyState } from '../ui/layout/empty-state';

export function NotFoundPage() {
  const { t } = useTranslation('app');
  return (
    <>
      <title>{`${t('missing.title')} · Drover`}</title>
      <EmptyState
        icon={<SearchIcon size={26} />}
        title={t('missing.title')}
        isPage
        action={
          <Button component={Link} to="/">
            {t('missing.home')}
          </Button>
        }
      >
        {t('missing.text')}
      </EmptyState>
    </>
  );
}
