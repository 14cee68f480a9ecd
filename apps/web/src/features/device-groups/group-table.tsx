import type { DeviceGroup } from '@drover/sdk';
import { Group, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { aboveLinkClass, type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';

interface Props {
  groups: DeviceGroup[];
  describeMembers: (group: DeviceGroup) => string;
  renderMenu: (group: DeviceGroup) => ReactNode;
}

/** A table of device groups. Each row links to the group's devices. */
export function GroupTable({ groups, describeMembers, renderMenu }: Props) {
  const { t } = useTranslation(['device-groups', 'common']);
  const columns: Column<DeviceGroup>[] = [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 1.5fr)',
      cell: ({ _id, name }) => (
        <Link to={`/devices?group=${_id}`} className={rowLinkClass}>
          {name}
        </Link>
      ),
    },
    {
      key: 'members',
      header: t('members'),
      width: 'minmax(0, 2fr)',
      isHiddenOnMobile: true,
      cell: describeMembers,
    },
    {
      key: 'count',
      header: t('count'),
      width: 'minmax(5.5rem, 0.7fr)',
      cell: ({ deviceCount }) => t('countDevices', { count: deviceCount }),
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '3rem',
      cell: (group) => (
        <Group justify="flex-end" className={aboveLinkClass}>
          {renderMenu(group)}
        </Group>
      ),
    },
  ];
  return <VirtualTable label={t('title')} rows={groups} columns={columns} getKey={({ _id }) => _id} />;
}
