import { hasEnded, openRunStates, type RunFilter } from '@drover/sdk';
import { Group, Select, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { devscriptQueries } from '../../queries/devscripts';
import { runQueries } from '../../queries/runs';
import { scriptQueries } from '../../queries/scripts';
import { Section } from '../../ui/layout/section';
import { List, PagedList } from '../../ui/lists/query-result';
import { useUrlFilter } from '../../ui/lists/url-filter';
import { JobName } from '../../features/jobs/job-name';
import { RUN_STATES } from '../../features/runs/run-state-badge';
import { type RunSubject, RunTable } from '../../features/runs/run-table';

const scriptSubject: RunSubject = {
  header: 'script',
  cell: ({ jobId }) => <JobName jobId={jobId} />,
  time: 'createdAt',
};

/** As many as a device can have. */
const maxOpenRuns = 1000;
const endedStates = RUN_STATES.filter(hasEnded);
const hourMs = 3_600_000;
const periods = { lastDay: 24 * hourMs, lastWeek: 7 * 24 * hourMs, lastMonth: 30 * 24 * hourMs };
type Period = keyof typeof periods;

/** What runs or waits on a device. */
export function OpenRuns({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation('devices');
  const query = useQuery(runQueries.list({ deviceId, state: openRunStates, limit: maxOpenRuns }));
  const empty = (
    <Text c="dimmed" size="sm">
      {t('runningNone')}
    </Text>
  );
  return (
    <Section title={t('running')}>
      <List query={query} rows={2} empty={empty}>
        {(runs) => <RunTable runs={runs} label={t('running')} subject={scriptSubject} />}
      </List>
    </Section>
  );
}

/** The runs of a device that have ended, with filters that the URL contains. */
export function RunHistory({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation(['devices', 'runs']);
  const { filter, change, isActive } = useUrlFilter(['state', 'script', 'period']);
  const { state, script, period } = filter;
  const runFilter = useMemo(
    () => toRunFilter(deviceId, { state, script, period }),
    [...[deviceId, state, script, period]],
  );
  const query = useInfiniteQuery(runQueries.history(runFilter));
  const empty = (
    <Text c="dimmed" size="sm">
      {isActive ? t('historyNoMatch') : t('historyNone')}
    </Text>
  );
  const clearButtonProps = { 'aria-label': t('clear') };
  return (
    <Section title={t('history')}>
      <Group gap="sm" mb="sm">
        <Select
          aria-label={t('runs:state')}
          placeholder={t('anyResult')}
          data={endedStates.map((value) => ({ value, label: t(`runs:states.${value}`) }))}
          value={state || null}
          onChange={(value) => change({ state: value ?? '' })}
          clearable
          clearButtonProps={clearButtonProps}
        />
        <Select
          aria-label={t('runs:script')}
          placeholder={t('anyScript')}
          data={useScripts()}
          value={script || null}
          onChange={(value) => change({ script: value ?? '' })}
          searchable
          clearable
          clearButtonProps={clearButtonProps}
        />
        <Select
          aria-label={t('period')}
          placeholder={t('anyTime')}
          data={Object.keys(periods).map((value) => ({ value, label: t(`${value as Period}`) }))}
          value={period || null}
          onChange={(value) => change({ period: value ?? '' })}
          clearable
          clearButtonProps={clearButtonProps}
        />
      </Group>
      <PagedList query={query} rows={4} empty={empty}>
        {(runs) => <RunTable runs={runs} label={t('history')} subject={scriptSubject} />}
      </PagedList>
    </Section>
  );
}

/** Ignores values that are no longer known. */
function toRunFilter(
  deviceId: string,
  { state, script, period }: Record<'state' | 'script' | 'period', string>,
): RunFilter {
  const wanted = endedStates.filter((each) => each === state);
  const periodMs = (periods as Partial<Record<string, number>>)[period];
  return {
    deviceId,
    state: wanted.length > 0 ? wanted : endedStates,
    ...(script && { scriptId: script }),
    ...(periodMs && { createdAfter: new Date(Date.now() - periodMs).toISOString() }),
  };
}

/** The account's scripts and its library, to choose from. */
function useScripts(): { value: string; label: string }[] {
  const devscripts = useQuery(devscriptQueries.list()).data?.items ?? [];
  const scripts = useQuery(scriptQueries.list()).data?.items ?? [];
  return [...devscripts, ...scripts].map(({ _id, name }) => ({ value: _id, label: name }));
}
