import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AddDevice } from '../../features/enrolments/add-device';
import { chooseDevices } from '../../features/devices/device-filter';
import { DeviceFilters } from '../../features/devices/device-filters';
import { DeviceTable } from '../../features/devices/device-table';
import { DeviceTabs } from '../../features/devices/device-tabs';
import { useDeviceView } from '../../features/devices/use-device-view';
import { deviceGroupQueries } from '../../queries/device-groups';
import { deviceQueries } from '../../queries/devices';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { DeviceIcon, SearchIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';

export function DevicesPage() {
  const { t } = useTranslation();
  const { data, isPending, isError, error, refetch } = useQuery(deviceQueries.list());
  const [view, change, clear] = useDeviceView();
  const devices = data?.items ?? [];
  const groups = useQuery(deviceGroupQueries.list()).data?.items ?? [];
  const shown = chooseDevices(devices, view, groups);
  const online = devices.filter((device) => device.online).length;
  return (
    <>
      <PageHeader title={t('devices.title')} actions={<AddDevice />}>
        {devices.length > 0 && t('devices.summary', { online, count: devices.length })}
      </PageHeader>
      <DeviceTabs />
      {isPending && <RowsLoading />}
      {isError && <Failure error={error} onRetry={() => void refetch()} />}
      {data && devices.length === 0 && (
        <EmptyState icon={<DeviceIcon size={26} />} title={t('devices.empty')}>
          {t('devices.emptyText')}
        </EmptyState>
      )}
      {devices.length > 0 && (
        <DeviceFilters devices={devices} groups={groups} view={view} onChange={change} />
      )}
      {shown.length > 0 && <DeviceTable devices={shown} />}
      {devices.length > 0 && shown.length === 0 && (
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
