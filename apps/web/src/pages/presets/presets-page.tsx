import type { Preset } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PresetMenu } from '../../features/presets/preset-menu';
import { devscriptQueries } from '../../queries/devscripts';
import { presetQueries } from '../../queries/presets';
import type { Target } from '../../queries/targets';
import { EmptyState } from '../../ui/empty-state';
import { BoltIcon } from '../../ui/icons';
import { List } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { RunDialog } from '../jobs/run-dialog';
import { PresetCards } from './preset-cards';

export function PresetsPage() {
  const { t } = useTranslation();
  const query = useQuery(presetQueries.list());
  const devscripts = useQuery(devscriptQueries.list()).data?.items;
  const [changing, setChanging] = useState<Preset>();
  const targetOf = ({ scriptId, scriptName }: Preset): Target | undefined => {
    if (!scriptId || !scriptName || !devscripts) return undefined;
    const isDevscript = devscripts.some(({ _id }) => _id === scriptId);
    return { kind: isDevscript ? 'devscript' : 'script', id: scriptId, name: scriptName };
  };
  const target = changing && targetOf(changing);
  const empty = (
    <EmptyState
      icon={<BoltIcon size={26} />}
      title={t('presets.empty')}
      action={
        <Button component={Link} to="/devscripts" variant="default">
          {t('presets.toScripts')}
        </Button>
      }
    >
      {t('presets.emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('presets.title')}>{t('presets.summary')}</PageHeader>
      <List query={query} empty={empty}>
        {(presets) => (
          <PresetCards
            presets={presets}
            renderMenu={(preset) => (
              <PresetMenu
                preset={preset}
                onRunWithChanges={targetOf(preset) && (() => setChanging(preset))}
              />
            )}
          />
        )}
      </List>
      {changing && target && (
        <RunDialog
          target={target}
          preset={{ ...changing, deviceIds: changing.devices?.map(({ _id }) => _id) }}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  );
}
