import type { DeviceGroup } from '@drover/sdk';
import { Group, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { aboveLinkClass, rowLinkClass, VirtualTable, type Column } from '../../ui/virtual-table';

interface Props {
  groups: DeviceGroup[];
  membersOf: (group: DeviceGroup) => string;
  renderMenu: (group: DeviceGroup) => ReactNode;
}

/** Each leads to its devices. */
export function GroupTable({ groups, membersOf, renderMenu }: Props) {
  const { t } = useTranslation();
  const columns: Column<DeviceGroup>[] = [
    {
      key: 'name',
      header: t('deviceGroups.name'),
      track: 'minmax(0, 1.5fr)',
      cell: ({ _id, name }) => (
        <Link to={`/devices?group=${_id}`} className={rowLinkClass}>
          {name}
        </Link>
      ),
    },
    {
      key: 'members',
      header: t('deviceGroups.members'),
      track: 'minmax(0, 2fr)',
      isExtra: true,
      cell: membersOf,
    },
    {
      key: 'count',
      header: t('deviceGroups.count'),
      track: 'minmax(5.5rem, 0.7fr)',
      cell: ({ deviceCount }) => t('deviceGroups.countDevices', { count: deviceCount }),
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
      track: '3rem',
      cell: (group) => (
        <Group justify="flex-end" className={aboveLinkClass}>
          {renderMenu(group)}
        </Group>
      ),
    },
  ];
  return (
    <VirtualTable label={t('deviceGroups.title')} rows={groups} columns={columns} keyOf={({ _id }) => _id} />
  );
}
