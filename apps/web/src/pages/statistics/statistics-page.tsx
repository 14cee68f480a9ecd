import { Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { GroupStatisticsTable } from '../../features/statistics/group-statistics-table';
import { LazyRunsChart } from '../../features/statistics/lazy-runs-chart';
import { ScriptSelect } from '../../features/statistics/script-select';
import { ScriptStatisticsTable } from '../../features/statistics/script-statistics-table';
import { deviceGroupQueries } from '../../queries/device-groups';
import { statisticsQueries } from '../../queries/statistics';
import { ChartIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { Panel } from '../../ui/layout/panel';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { List } from '../../ui/lists/query-result';
import { useUrlFilter } from '../../ui/lists/url-filter';

const filterNames = ['range', 'script', 'group'] as const;

/** The ranges, of which each has an hour or a day per bar. Those of a device group have at most 31 days. */
const ranges = {
  day: { hours: 23, interval: 'hour' },
  week: { hours: 6 * 24, interval: 'day' },
  month: { hours: 29 * 24, interval: 'day' },
} as const;
const rangeNames = ['day', 'week', 'month'] as const;

/** Runs over time, and the scripts that ran. */
export function StatisticsPage() {
  const { t } = useTranslation('statistics');
  const { filter, change } = useUrlFilter(filterNames);
  const range = rangeNames.find((name) => name === filter.range) ?? 'week';
  const { hours, interval } = ranges[range];
  const groups = useQuery(deviceGroupQueries.list());
  const scriptId = filter.script || undefined;
  const runs = useQuery(
    statisticsQueries.runs({ hours, interval, scriptId, groupId: filter.group || undefined }),
  );
  const scripts = useQuery(statisticsQueries.scripts({ hours, scriptId }));
  return (
    <>
      <PageHeader title={t('title')} />
      <Stack gap="lg">
        <Group>
          <NativeSelect
            label={t('range')}
            value={range}
            onChange={({ currentTarget }) => change({ range: currentTarget.value })}
            data={rangeNames.map((name) => ({ value: name, label: t(`ranges.${name}`) }))}
          />
          <ScriptSelect value={filter.script} onChange={(script) => change({ script })} />
          <NativeSelect
            label={t('group')}
            value={filter.group}
            onChange={({ currentTarget }) => change({ group: currentTarget.value })}
            data={[
              { value: '', label: t('allDevices') },
              ...(groups.data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
          />
        </Group>
        <Panel title={t(interval === 'hour' ? 'runsPerHour' : 'runsPerDay')}>
          {runs.isError ? (
            <ErrorAlert error={runs.error} onRetry={() => void runs.refetch()} />
          ) : (
            <LazyRunsChart statistics={runs.data} />
          )}
        </Panel>
        <List query={scripts} empty={<EmptyState icon={<ChartIcon size={26} />} title={t('empty')} />}>
          {(items) => <ScriptStatisticsTable items={items} />}
        </List>
        {/* Below and after the scripts, so that nothing moves. */}
        {scripts.data && groups.data && groups.data.items.length > 0 && (
          <GroupStatisticsTable
            groups={groups.data.items}
            range={{ hours, interval, scriptId }}
            onChoose={(group) => change({ group })}
          />
        )}
      </Stack>
    </>
  );
}
