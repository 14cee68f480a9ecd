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
import { List } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { GroupDialog } from './group-dialog';

export function DeviceGroupsPage() {
  const { t } = useTranslation();
  const wordsOf = useSelectorWords([]);
  const devices = useQuery(deviceQueries.list());
  const groups = useQuery(deviceGroupQueries.list());
  const [open, setOpen] = useState<DeviceGroup | 'new' | null>(null);
  const create = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setOpen('new')} disabled={!devices.data}>
      {t('deviceGroups.create')}
    </Button>
  );
  const empty = (
    <EmptyState icon={<DeviceIcon size={26} />} title={t('deviceGroups.empty')}>
      {t('deviceGroups.emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('deviceGroups.title')} actions={create}>
        {t('deviceGroups.summary')}
      </PageHeader>
      <DeviceTabs />
      {devices.isError && !groups.isError && (
        <Failure error={devices.error} onRetry={() => void devices.refetch()} />
      )}
      <List query={groups} empty={empty}>
        {(items) => (
          <GroupTable
            groups={items}
            membersOf={({ rule }) => (rule ? wordsOf(rule) : t('deviceGroups.byList'))}
            renderMenu={(group) => <GroupMenu group={group} onEdit={() => setOpen(group)} />}
          />
        )}
      </List>
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
