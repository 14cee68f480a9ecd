import type { DeviceGroup } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GroupMenu } from '../../features/device-groups/group-menu';
import { GroupTable } from '../../features/device-groups/group-table';
import { DeviceTabs } from '../../features/devices/device-tabs';
import { useSelectorDescription } from '../../features/devices/use-selector-description';
import { deviceGroupQueries } from '../../queries/device-groups';
import { deviceQueries } from '../../queries/devices';
import { ForRole } from '../../roles/for-role';
import { DeviceIcon, PlusIcon } from '../../ui/display/icons';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';
import { GroupDialog } from './group-dialog';

export function DeviceGroupsPage() {
  const { t } = useTranslation('device-groups');
  const describeSelector = useSelectorDescription([]);
  const devices = useQuery(deviceQueries.list());
  const groups = useQuery(deviceGroupQueries.list());
  const [open, setOpen] = useState<DeviceGroup | 'new' | null>(null);
  const create = (
    <ForRole role="editor">
      <Button leftSection={<PlusIcon size={16} />} onClick={() => setOpen('new')} disabled={!devices.data}>
        {t('create')}
      </Button>
    </ForRole>
  );
  const empty = (
    <EmptyState icon={<DeviceIcon size={26} />} title={t('empty')}>
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={create}>
        {t('summary')}
      </PageHeader>
      <DeviceTabs />
      {devices.isError && !groups.isError && (
        <ErrorAlert error={devices.error} onRetry={() => void devices.refetch()} />
      )}
      <List query={groups} empty={empty}>
        {(items) => (
          <GroupTable
            groups={items}
            describeMembers={({ rule }) => (rule ? describeSelector(rule) : t('byList'))}
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
