import type { Device } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chooseDevices } from '../../features/devices/device-filter';
import { DeviceFilters } from '../../features/devices/device-filters';
import { DeviceTable } from '../../features/devices/device-table';
import { DeviceTabs } from '../../features/devices/device-tabs';
import { useDeviceView } from '../../features/devices/use-device-view';
import { AddDevice } from '../../features/enrolments/add-device';
import { deviceGroupQueries } from '../../queries/device-groups';
import { deviceQueries } from '../../queries/devices';
import { EmptyState } from '../../ui/empty-state';
import { DeviceIcon, SearchIcon } from '../../ui/icons';
import { List } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';

export function DevicesPage() {
  const { t } = useTranslation();
  const query = useQuery(deviceQueries.list());
  const devices = query.data?.items ?? [];
  const online = devices.filter((device) => device.online).length;
  const empty = (
    <EmptyState icon={<DeviceIcon size={26} />} title={t('devices.empty')}>
      {t('devices.emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('devices.title')} actions={<AddDevice />}>
        {devices.length > 0 && t('devices.summary', { online, count: devices.length })}
      </PageHeader>
      <DeviceTabs />
      <List query={query} empty={empty}>
        {(all) => <FilteredDevices devices={all} />}
      </List>
    </>
  );
}

function FilteredDevices({ devices }: { devices: Device[] }) {
  const { t } = useTranslation();
  const [view, change, clear] = useDeviceView();
  const groups = useQuery(deviceGroupQueries.list()).data?.items ?? [];
  const shown = chooseDevices(devices, view, groups);
  return (
    <>
      <DeviceFilters devices={devices} groups={groups} view={view} onChange={change} />
      {shown.length > 0 ? (
        <DeviceTable devices={shown} />
      ) : (
        <EmptyState
          icon={<SearchIcon size={26} />}
          title={t('devices.noMatch')}
          action={
            <Button variant="default" onClick={clear}>
              {t('devices.clear')}
            </Button>
          }
        >
          {t('devices.noMatchText')}
        </EmptyState>
      )}
    </>
  );
}
