import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../ui/empty-state';
import { SearchIcon } from '../ui/icons';

export function MissingPage() {
  const { t } = useTranslation();
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
