import type { Device } from '@drover/sdk';
import { Badge, Group, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OnlineDot } from '../../ui/display/online-dot';
import { RelativeTime } from '../../ui/display/relative-time';
import { aboveLinkClass, type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import { DeviceMenu } from './device-menu';
import classes from './device-table.module.css';

export function DeviceTable({ devices }: { devices: Device[] }) {
  const { t } = useTranslation(['devices', 'common']);
  const columns: Column<Device>[] = [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 2fr)',
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
      header: t('model'),
      width: 'minmax(0, 1.6fr)',
      isHiddenOnMobile: true,
      cell: ({ brand, model }) => <span title={`${brand} ${model}`}>{`${brand} ${model}`}</span>,
    },
    {
      key: 'version',
      header: t('version'),
      width: 'minmax(0, 0.8fr)',
      isHiddenOnMobile: true,
      cell: ({ appVersion }) => <span className={classes.mono}>{appVersion}</span>,
    },
    {
      key: 'lastSeen',
      header: t('lastSeen'),
      width: 'minmax(5.5rem, 0.8fr)',
      cell: (device) => <LastSeen device={device} />,
    },
    {
      key: 'menu',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '2rem',
      cell: (device) => (
        <div className={aboveLinkClass}>
          <DeviceMenu device={device} />
        </div>
      ),
    },
  ];
  return <VirtualTable label={t('title')} rows={devices} columns={columns} getKey={({ _id }) => _id} />;
}

export function DeviceTags({ tags }: { tags: string[] }) {
  return tags.map((tag) => (
    <Badge key={tag} variant="light" color="gray" tt="none" fw={500} className={classes.tag}>
      {tag}
    </Badge>
  ));
}

export function LastSeen({ device }: { device: Device }) {
  const { t } = useTranslation(['devices', 'common']);
  if (device.online) return <span className={classes.quiet}>{t('common:online')}</span>;
  if (!device.lastSeenAt) return <span className={classes.quiet}>{t('never')}</span>;
  return (
    <span className={classes.quiet}>
      <RelativeTime at={device.lastSeenAt} />
    </span>
  );
}
