import type { DeviceGroup } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GroupMenu } from '../../features/device-groups/group-menu';
import { GroupTable } from '../../features/device-groups/group-table';
import { DeviceTabs } from '../../features/devices/device-tabs';
import { useSelectorWords } from '../../features/devices/use-selector-words';
import { deviceGroupQueries } from '../../queries/device-groups';
import { deviceQueries } from '../../queries/devices';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { DeviceIcon, PlusIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';
import { GroupDialog } from './group-dialog';

export function DeviceGroupsPage() {
  const { t } = useTranslation();
  const wordsOf = useSelectorWords([]);
  const devices = useQuery(deviceQueries.list());
  const groups = useQuery(deviceGroupQueries.list());
  const [open, setOpen] = useState<DeviceGroup | 'new' | null>(null);
  const failed = [groups, devices].find(({ isError }) => isError);
  const create = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setOpen('new')} disabled={!devices.data}>
      {t('deviceGroups.create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('deviceGroups.title')} actions={create}>
        {t('deviceGroups.summary')}
      </PageHeader>
      <DeviceTabs />
      {failed && <Failure error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && groups.isPending && <RowsLoading />}
      {groups.data && groups.data.items.length === 0 && (
        <EmptyState icon={<DeviceIcon size={26} />} title={t('deviceGroups.empty')}>
          {t('deviceGroups.emptyText')}
        </EmptyState>
      )}
      {groups.data && groups.data.items.length > 0 && (
        <GroupTable
          groups={groups.data.items}
          membersOf={({ rule }) => (rule ? wordsOf(rule) : t('deviceGroups.byList'))}
          renderMenu={(group) => <GroupMenu group={group} onEdit={() => setOpen(group)} />}
        />
      )}
      {open && devices.data && (
        <GroupDialog
          group={open === 'new' ? undefined : open}
          devices={devices.data.items}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
