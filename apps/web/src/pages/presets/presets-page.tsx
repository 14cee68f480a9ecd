import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RunScriptFirst } from '../../features/scripts/run-script-first';
import { presetQueries } from '../../queries/presets';
import { BoltIcon } from '../../ui/display/icons';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';
import { PresetActions } from './preset-actions';
import { PresetCards } from './preset-cards';

export function PresetsPage() {
  const { t } = useTranslation('presets');
  const query = useQuery(presetQueries.list());
  const empty = (
    <RunScriptFirst icon={<BoltIcon size={26} />} title={t('empty')} action={t('toScripts')}>
      {t('emptyText')}
    </RunScriptFirst>
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
