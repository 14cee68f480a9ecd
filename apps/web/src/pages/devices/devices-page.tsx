import type { Device } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { filterDevices } from '../../features/devices/device-filter';
import { DeviceFilterBar } from '../../features/devices/device-filter-bar';
import { DeviceTable } from '../../features/devices/device-table';
import { DeviceTabs } from '../../features/devices/device-tabs';
import { useDeviceFilter } from '../../features/devices/use-device-filter';
import { AddDevice } from '../../features/enrolments/add-device';
import { deviceGroupQueries } from '../../queries/device-groups';
import { deviceQueries } from '../../queries/devices';
import { DeviceIcon, SearchIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';

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
      <PageHeader title={t('title')} actions={<AddDevice />}>
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
  const groups = useQuery(deviceGroupQueries.list()).data?.items ?? [];
  const shown = filterDevices(devices, filter, groups);
  return (
    <>
      <DeviceFilterBar devices={devices} groups={groups} filter={filter} onChange={change} />
      {shown.length > 0 ? (
        <DeviceTable devices={shown} />
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
    </>
  );
}
