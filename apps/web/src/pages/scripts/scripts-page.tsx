import type { Script } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ScriptTable } from '../../features/scripts/script-table';
import { ScriptTabs } from '../../features/scripts/script-tabs';
import { scriptQueries } from '../../queries/scripts';
import { LibraryIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';
import { SearchableList } from '../../ui/lists/search-input';
import { RunDialog } from '../jobs/run-dialog';
import { StopScript } from './stop-script';

export function ScriptsPage() {
  const { t } = useTranslation('scripts');
  const query = useQuery(scriptQueries.list());
  const [running, setRunning] = useState<Script>();
  const [stopping, setStopping] = useState<Script>();
  const empty = (
    <EmptyState
      icon={<LibraryIcon size={26} />}
      title={t('empty')}
      action={
        <Button component={Link} to="/listings">
          {t('toListings')}
        </Button>
      }
    >
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('title')} />
      <ScriptTabs />
      <List query={query} empty={empty}>
        {(scripts) => (
          <SearchableList
            items={scripts}
            getTexts={({ name }) => [name]}
            label={t('search')}
            noMatch={t('noMatch')}
          >
            {(found) => <ScriptTable scripts={found} onRun={setRunning} onStop={setStopping} />}
          </SearchableList>
        )}
      </List>
      {running && (
        <RunDialog
          runnable={{ kind: 'script', id: running._id, name: running.name }}
          onClose={() => setRunning(undefined)}
        />
      )}
      {stopping && <StopScript script={stopping} onClose={() => setStopping(undefined)} />}
    </>
  );
}
