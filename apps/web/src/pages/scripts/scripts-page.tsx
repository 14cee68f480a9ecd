import type { Script } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ScriptTable } from '../../features/scripts/script-table';
import { ScriptTabs } from '../../features/scripts/script-tabs';
import { scriptQueries } from '../../queries/scripts';
import { EmptyState } from '../../ui/empty-state';
import { LibraryIcon } from '../../ui/icons';
import { List } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Search } from '../../ui/search-input';
import { RunDialog } from '../jobs/run-dialog';
import { StopScript } from './stop-script';

export function ScriptsPage() {
  const { t } = useTranslation();
  const query = useQuery(scriptQueries.list());
  const [running, setRunning] = useState<Script>();
  const [stopping, setStopping] = useState<Script>();
  const empty = (
    <EmptyState
      icon={<LibraryIcon size={26} />}
      title={t('scripts.empty')}
      action={
        <Button component={Link} to="/listings">
          {t('scripts.toListings')}
        </Button>
      }
    >
      {t('scripts.emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('scripts.title')} />
      <ScriptTabs />
      <List query={query} empty={empty}>
        {(scripts) => (
          <Search
            items={scripts}
            textsOf={({ name }) => [name]}
            label={t('scripts.search')}
            noMatch={t('scripts.noMatch')}
          >
            {(found) => <ScriptTable scripts={found} onRun={setRunning} onStop={setStopping} />}
          </Search>
        )}
      </List>
      {running && (
        <RunDialog
          target={{ kind: 'script', id: running._id, name: running.name }}
          onClose={() => setRunning(undefined)}
        />
      )}
      {stopping && <StopScript script={stopping} onClose={() => setStopping(undefined)} />}
    </>
  );
}
