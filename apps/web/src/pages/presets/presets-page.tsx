import type { Preset } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PresetMenu } from '../../features/presets/preset-menu';
import { devscriptQueries } from '../../queries/devscripts';
import { presetQueries } from '../../queries/presets';
import type { Runnable } from '../../queries/runnables';
import { BoltIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';
import { RunDialog } from '../jobs/run-dialog';
import { PresetCards } from './preset-cards';

export function PresetsPage() {
  const { t } = useTranslation('presets');
  const query = useQuery(presetQueries.list());
  const devscripts = useQuery(devscriptQueries.list()).data?.items;
  const [editing, setEditing] = useState<Preset>();
  const toRunnable = ({ scriptId, scriptName }: Preset): Runnable | undefined => {
    if (!scriptId || !scriptName || !devscripts) return undefined;
    const isDevscript = devscripts.some(({ _id }) => _id === scriptId);
    return { kind: isDevscript ? 'devscript' : 'script', id: scriptId, name: scriptName };
  };
  const runnable = editing && toRunnable(editing);
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
          <PresetCards
            presets={presets}
            renderMenu={(preset) => (
              <PresetMenu preset={preset} onEditAndRun={toRunnable(preset) && (() => setEditing(preset))} />
            )}
          />
        )}
      </List>
      {editing && runnable && (
        <RunDialog
          runnable={runnable}
          defaults={{ ...editing, deviceIds: editing.devices?.map(({ _id }) => _id) }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}
