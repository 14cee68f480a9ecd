import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { presetQueries } from '../../queries/presets';
import { BoltIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';
import { PresetActions } from './preset-actions';
import { PresetCards } from './preset-cards';

export function PresetsPage() {
  const { t } = useTranslation('presets');
  const query = useQuery(presetQueries.list());
  const empty = (
    <EmptyState
      icon={<BoltIcon size={26} />}
      title={t('empty')}
      action={
        <Button component={Link} to="/devscripts" variant="default">
          {t('toScripts')}
        </Button>
      }
    >
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('title')}>{t('summary')}</PageHeader>
      <List query={query} empty={empty}>
        {(presets) => (
          <PresetCards presets={presets} renderMenu={(preset) => <PresetActions preset={preset} />} />
        )}
      </List>
    </>
  );
}
