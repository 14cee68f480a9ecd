import type { Device } from '@drover/sdk';
import { Badge, Group, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OnlineDot } from '../../ui/online-dot';
import { RelativeTime } from '../../ui/relative-time';
import { aboveLinkClass, rowLinkClass, VirtualTable, type Column } from '../../ui/virtual-table';
import { DeviceMenu } from './device-menu';
import classes from './device-table.module.css';

export function DeviceTable({ devices }: { devices: Device[] }) {
  const { t } = useTranslation();
  const columns: Column<Device>[] = [
    {
      key: 'name',
      header: t('devices.name'),
      track: 'minmax(0, 2fr)',
      cell: (device) => (
        <Group gap="sm" wrap="nowrap">
          <OnlineDot isOnline={device.online} />
          <Link to={`/devices/${device._id}`} className={`${rowLinkClass} ${classes.name}`}>
            {device.name}
          </Link>
          <DeviceTags tags={device.tags} />
        </Group>
      ),
    },
    {
      key: 'machine',
      header: t('devices.machine'),
      track: 'minmax(0, 1.6fr)',
      isExtra: true,
      cell: ({ brand, model }) => <span title={`${brand} ${model}`}>{`${brand} ${model}`}</span>,
    },
    {
      key: 'version',
      header: t('devices.version'),
      track: 'minmax(0, 0.8fr)',
      isExtra: true,
      cell: ({ appVersion }) => <span className={classes.mono}>{appVersion}</span>,
    },
    {
      key: 'lastSeen',
      header: t('devices.lastSeen'),
      track: 'minmax(5.5rem, 0.8fr)',
      cell: (device) => <LastSeen device={device} />,
    },
    {
      key: 'menu',
      header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
      track: '2rem',
      cell: (device) => (
        <div className={aboveLinkClass}>
          <DeviceMenu device={device} />
        </div>
      ),
    },
  ];
  return (
    <VirtualTable label={t('devices.title')} rows={devices} columns={columns} keyOf={({ _id }) => _id} />
  );
}

export function DeviceTags({ tags }: { tags: string[] }) {
  return tags.map((tag) => (
    <Badge key={tag} variant="light" color="gray" tt="none" fw={500} className={classes.tag}>
      {tag}
    </Badge>
  ));
}

export function LastSeen({ device }: { device: Device }) {
  const { t } = useTranslation();
  if (device.online) return <span className={classes.quiet}>{t('devices.now')}</span>;
  if (!device.lastSeenAt) return <span className={classes.quiet}>{t('devices.never')}</span>;
  return (
    <span className={classes.quiet}>
      <RelativeTime at={device.lastSeenAt} />
    </span>
  );
}
