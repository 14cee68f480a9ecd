import type { Script } from '@drover/sdk';
import { Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ScriptTable } from '../../features/scripts/script-table';
import { ScriptTabs } from '../../features/scripts/script-tabs';
import { scriptQueries } from '../../queries/scripts';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { LibraryIcon, SearchIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';
import { RunDialog } from '../jobs/run-dialog';
import { StopScript } from './stop-script';

export function ScriptsPage() {
  const { t } = useTranslation();
  const { data, isPending, isError, error, refetch } = useQuery(scriptQueries.list());
  const [search, setSearch] = useState('');
  const [running, setRunning] = useState<Script>();
  const [stopping, setStopping] = useState<Script>();
  const scripts = data?.items ?? [];
  const shown = scripts.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
      <PageHeader title={t('scripts.title')} />
      <ScriptTabs />
      {isPending && <RowsLoading />}
      {isError && <Failure error={error} onRetry={() => void refetch()} />}
      {data && scripts.length === 0 && (
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
      )}
      {scripts.length > 0 && (
        <TextInput
          mb="md"
          type="search"
          aria-label={t('scripts.search')}
          placeholder={t('scripts.search')}
          leftSection={<SearchIcon size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {shown.length > 0 && <ScriptTable scripts={shown} onRun={setRunning} onStop={setStopping} />}
      {scripts.length > 0 && shown.length === 0 && <Text c="dimmed">{t('scripts.noMatch')}</Text>}
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
