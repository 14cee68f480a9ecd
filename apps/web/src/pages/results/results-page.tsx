import { formatCsv, type ResultTable as Table, type RunResult } from '@drover/sdk';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceSelect } from '../../features/devices/device-select';
import { useJobName } from '../../features/jobs/job-name';
import { ResultChartPanel } from '../../features/results/result-chart-panel';
import { ResultTable, shownColumns } from '../../features/results/result-table';
import { downloadText, formatValue, tabulate } from '../../features/results/result-values';
import { ScriptSelect } from '../../features/scripts/script-select';
import { jobQueries } from '../../queries/jobs';
import { resultQueries } from '../../queries/results';
import { ChartIcon } from '../../ui/display/icons';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { FilterBar } from '../../ui/lists/filter-bar';
import { NoMatch } from '../../ui/lists/no-match';
import { QueryResult } from '../../ui/lists/query-result';
import { SearchInput } from '../../ui/lists/search-input';
import { useUrlFilter } from '../../ui/lists/url-filter';

const filterNames = ['job', 'script', 'device', 'search'] as const;

/** The results of a job across its devices, or those of a script or a device over time. */
export function ResultsPage() {
  const { t } = useTranslation(['results', 'jobs', 'filters']);
  const { filter, change } = useUrlFilter(filterNames);
  const { job: jobId, script, device } = filter;
  const { data: job } = useQuery({ ...jobQueries.detail(jobId), enabled: jobId !== '' });
  const jobName = useJobName();
  const wanted = {
    ...(jobId && { jobId }),
    ...(script && { scriptId: script }),
    ...(device && { deviceId: device }),
  };
  const query = useQuery(resultQueries.table(wanted));
  return (
    <>
      {jobId && (
        <Breadcrumbs
          pages={[
            { to: '/jobs', label: t('jobs:title') },
            { to: `/jobs/${jobId}`, label: job ? jobName(job) : '…' },
          ]}
        />
      )}
      <PageHeader title={t('title')}>{t('text')}</PageHeader>
      <FilterBar label={t('filters:label')}>
        {!jobId && <ScriptSelect value={script} onChange={(chosen) => change({ script: chosen })} />}
        <DeviceSelect value={device} onChange={(chosen) => change({ device: chosen })} />
        <SearchInput label={t('search')} value={filter.search} onChange={(search) => change({ search })} />
      </FilterBar>
      <QueryResult query={query}>
        {({ items, isPartial }) => (
          <Results
            results={items}
            isPartial={isPartial}
            search={filter.search}
            isSeries={!jobId}
            isOfOneScript={jobId !== '' || script !== ''}
            onClear={() => change({ search: '' })}
          />
        )}
      </QueryResult>
    </>
  );
}

interface Props {
  results: RunResult[];
  isPartial: boolean;
  search: string;
  isSeries: boolean;
  /** Whether one schema describes them. */
  isOfOneScript: boolean;
  onClear: () => void;
}

function Results({ results, isPartial, search, isSeries, isOfOneScript, onClear }: Props) {
  const { t } = useTranslation('results');
  const { data: schema } = useQuery(resultQueries.schema(isOfOneScript ? results[0]?.jobId : undefined));
  const table = useMemo(() => tabulate(results, schema), [results, schema]);
  const mismatches = table.rows.filter(({ result }) => result.schemaProblem !== null).length;
  const shown = useMemo(() => searchTable(table, search), [table, search]);
  if (table.rows.length === 0) {
    return (
      <EmptyState icon={<ChartIcon size={26} />} title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    );
  }
  const { columns } = table;
  return (
    <Stack gap="md" mt="md">
      {isPartial && <Alert color="blue">{t('newestOnly', { count: table.rows.length })}</Alert>}
      <ResultChartPanel table={shown} isSeries={isSeries} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('results', { count: shown.rows.length })}
          {columns.length > shownColumns &&
            ` · ${t('columns', { shown: shownColumns, all: columns.length })}`}
          {mismatches > 0 && ` · ${t('mismatches', { count: mismatches })}`}
        </Text>
        <Downloads table={shown} />
      </Group>
      {shown.rows.length > 0 ? <ResultTable table={shown} /> : <NoMatch onClear={onClear} />}
    </Stack>
  );
}

/** Leaves out rows without the text in their device or values. */
function searchTable(table: Table, search: string): Table {
  const text = search.trim().toLowerCase();
  if (text === '') return table;
  const matches = ({ result, cells }: Table['rows'][number]) =>
    [result.deviceName, ...cells].some((cell) => formatValue(cell, 'en').toLowerCase().includes(text));
  return { ...table, rows: table.rows.filter(matches) };
}

function Downloads({ table }: { table: Table }) {
  const { t } = useTranslation('results');
  const json = () =>
    JSON.stringify(
      table.rows.map(({ result }) => result),
      null,
      2,
    );
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="xs"
        onClick={() => downloadText(`\uFEFF${formatCsv(table)}`, 'results.csv', 'text/csv')}
      >
        {t('csv')}
      </Button>
      <Button
        variant="default"
        size="xs"
        onClick={() => downloadText(json(), 'results.json', 'application/json')}
      >
        {t('json')}
      </Button>
    </Group>
  );
}
