import type { Device, LatestRun } from '@drover/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { filterDevices } from '../../features/devices/device-filter';
import { DeviceFilterBar } from '../../features/devices/device-filter-bar';
import { type LatestRuns, nextSort, parseSort, sortDevices } from '../../features/devices/device-sort';
import { DeviceTable } from '../../features/devices/device-table';
import { DeviceTabs } from '../../features/devices/device-tabs';
import { useDeviceFilter } from '../../features/devices/use-device-filter';
import { RunStateBadge } from '../../features/runs/run-state-badge';
import { AddDevice } from '../../features/enrolments/add-device';
import { deviceGroupQueries } from '../../queries/device-groups';
import { deviceQueries } from '../../queries/devices';
import { runQueries } from '../../queries/runs';
import { ForRole } from '../../roles/for-role';
import { DeviceIcon, SearchIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { RelativeTime } from '../../ui/display/relative-time';
import { useUrlFilter } from '../../ui/lists/url-filter';
import { List } from '../../ui/lists/query-result';
import { BulkActions } from './bulk-actions';

export function DevicesPage() {
  const { t } = useTranslation('devices');
  const query = useQuery(deviceQueries.list());
  const devices = query.data?.items ?? [];
  const online = devices.filter((device) => device.online).length;
  const empty = (
    <EmptyState icon={<DeviceIcon size={26} />} title={t('empty')}>
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <ForRole role="admin">
            <AddDevice />
          </ForRole>
        }
      >
        {devices.length > 0 && t('summary', { online, count: devices.length })}
      </PageHeader>
      <DeviceTabs />
      <List query={query} empty={empty}>
        {(all) => <FilteredDevices devices={all} />}
      </List>
    </>
  );
}

function FilteredDevices({ devices }: { devices: Device[] }) {
  const { t } = useTranslation('devices');
  const [filter, change, clear] = useDeviceFilter();
  const { filter: order, change: changeOrder } = useUrlFilter(['sort']);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const groups = useQuery(deviceGroupQueries.list()).data?.items ?? [];
  const runs = useQuery(runQueries.latest(devices)).data ?? noRuns;
  const sort = parseSort(order.sort);
  const shown = sortDevices(filterDevices(devices, filter, groups), sort, runs);
  const chosen = shown.filter(({ _id }) => selected.has(_id));
  return (
    <>
      <DeviceFilterBar devices={devices} groups={groups} filter={filter} onChange={change} />
      {shown.length > 0 ? (
        <DeviceTable
          devices={shown}
          sort={sort}
          onSort={(key) => changeOrder({ sort: nextSort(sort, key) })}
          selected={selected}
          onSelect={setSelected}
          lastRun={({ _id }) => <LastRun run={runs.get(_id)} />}
        />
      ) : (
        <EmptyState
          icon={<SearchIcon size={26} />}
          title={t('noMatch')}
          action={
            <Button variant="default" onClick={clear}>
              {t('clear')}
            </Button>
          }
        >
          {t('noMatchText')}
        </EmptyState>
      )}
      {chosen.length > 0 && <BulkActions devices={chosen} onClear={() => setSelected(new Set())} />}
    </>
  );
}

const noRuns: LatestRuns = new Map();

/** The result of a device's latest run, which links to it. */
function LastRun({ run }: { run: LatestRun | undefined }) {
  if (!run) return null;
  return (
    <Group gap="sm" wrap="nowrap" component="span">
      <Link to={`/runs/${run._id}`}>
        <RunStateBadge state={run.state} />
      </Link>
      <Text span size="sm" c="dimmed">
        <RelativeTime at={run.createdAt} />
      </Text>
    </Group>
  );
}
