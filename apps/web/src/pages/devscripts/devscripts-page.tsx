import type { Devscript } from '@drover/sdk';
import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateDevscript } from '../../features/devscripts/create-devscript';
import { DevscriptTable } from '../../features/devscripts/devscript-table';
import { devscriptQueries } from '../../queries/devscripts';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { CodeIcon, SearchIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';
import { RunDialog } from '../jobs/run-dialog';

export function DevscriptsPage() {
  const { t } = useTranslation();
  const { data, isPending, isError, error, refetch } = useQuery(devscriptQueries.list());
  const [search, setSearch] = useState('');
  const [running, setRunning] = useState<Devscript>();
  const devscripts = data?.items ?? [];
  const shown = devscripts.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
      <PageHeader title={t('devscripts.title')} actions={<CreateDevscript />} />
      {isPending && <RowsLoading />}
      {isError && <Failure error={error} onRetry={() => void refetch()} />}
      {data && devscripts.length === 0 && (
        <EmptyState icon={<CodeIcon size={26} />} title={t('devscripts.empty')}>
          {t('devscripts.emptyText')}
        </EmptyState>
      )}
      {devscripts.length > 0 && (
        <TextInput
          mb="md"
          type="search"
          aria-label={t('devscripts.search')}
          placeholder={t('devscripts.search')}
          leftSection={<SearchIcon size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {shown.length > 0 && <DevscriptTable devscripts={shown} onRun={setRunning} />}
      {devscripts.length > 0 && shown.length === 0 && <Text c="dimmed">{t('devscripts.noMatch')}</Text>}
      {running && (
        <RunDialog
          target={{ kind: 'devscript', id: running._id, name: running.name }}
          onClose={() => setRunning(undefined)}
        />
      )}
    </>
  );
}
