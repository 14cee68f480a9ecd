import { isOutdated } from '@drover/contract/app-version';
import '@mantine/core/styles/Checkbox.css';
import type { Device } from '@drover/sdk';
import { Badge, Checkbox, Group, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHasRole } from '../../roles/use-has-role';
import { OnlineDot } from '../../ui/display/online-dot';
import { RelativeTime } from '../../ui/display/relative-time';
import { aboveLinkClass, type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import { AgentVersion } from './agent-version';
import { DeviceMenu } from './device-menu';
import type { DeviceSort, SortKey } from './device-sort';
import classes from './device-table.module.css';

const rowHeight = 44;

interface Props {
  devices: Device[];
  sort: DeviceSort | undefined;
  onSort: (key: SortKey) => void;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  lastRun: (device: Device) => ReactNode;
}

export function DeviceTable(props: Props) {
  const { t } = useTranslation('devices');
  const hasActions = useHasRole()('operator');
  const [select, data, menu] = [useSelectColumn(props), useDataColumns(props), useMenuColumn()];
  const columns = hasActions ? [select, ...data, menu] : data;
  return (
    <VirtualTable
      label={t('title')}
      rows={props.devices}
      columns={columns}
      getKey={({ _id }) => _id}
      rowHeight={rowHeight}
    />
  );
}

/** Checkboxes of the rows, and one for all rows that are shown. */
function useSelectColumn({ devices, selected, onSelect }: Props): Column<Device> {
  const { t } = useTranslation('devices');
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const chosen = devices.filter(({ _id }) => selected.has(_id)).length;
  return {
    key: 'select',
    width: '1.25rem',
    header: (
      <Checkbox
        size="xs"
        aria-label={t('selectAll')}
        checked={chosen > 0 && chosen === devices.length}
        indeterminate={chosen > 0 && chosen < devices.length}
        onChange={() => onSelect(new Set(chosen === devices.length ? [] : devices.map(({ _id }) => _id)))}
      />
    ),
    cell: ({ _id, name }) => (
      <div className={aboveLinkClass}>
        <Checkbox
          size="xs"
          aria-label={t('select', { name })}
          checked={selected.has(_id)}
          onChange={() => toggle(_id)}
        />
      </div>
    ),
  };
}

/** Headers of columns that sort the table. */
function useSortHeader({ sort, onSort }: Props) {
  return (key: SortKey, title: string) => {
    const direction: Column<Device>['sort'] = sort?.isDescending ? 'descending' : 'ascending';
    const isSorted = sort?.key === key;
    return {
      key,
      sort: isSorted ? direction : undefined,
      header: (
        <UnstyledButton className={classes.sort} onClick={() => onSort(key)}>
          {title}
          <span aria-hidden>{isSorted && (sort.isDescending ? ' ↓' : ' ↑')}</span>
        </UnstyledButton>
      ),
    };
  };
}

function useDataColumns(props: Props): Column<Device>[] {
  const { t } = useTranslation('devices');
  const sortable = useSortHeader(props);
  return [
    {
      ...sortable('state', t('state')),
      width: 'minmax(2.5rem, 0.35fr)',
      isHiddenOnMobile: true,
      cell: (device) => <OnlineDot isOnline={device.online} />,
    },
    {
      ...sortable('name', t('name')),
      width: 'minmax(0, 2fr)',
      cell: (device) => (
        <Group gap="sm" wrap="nowrap">
          <span className={classes.narrowDot}>
            <OnlineDot isOnline={device.online} />
          </span>
          <Link to={`/devices/${device._id}`} className={`${rowLinkClass} ${classes.name}`}>
            {device.name}
          </Link>
          <span className={classes.wideOnly}>
            <DeviceTags tags={device.tags} />
          </span>
        </Group>
      ),
    },
    {
      key: 'machine',
      header: t('model'),
      width: 'minmax(0, 1.2fr)',
      isHiddenOnMobile: true,
      cell: ({ brand, model }) => <span title={`${brand} ${model}`}>{`${brand} ${model}`}</span>,
    },
    {
      ...sortable('version', t('version')),
      width: 'minmax(8.5rem, 0.8fr)',
      isHiddenOnMobile: true,
      cell: (device) => (
        <span className={classes.mono}>
          <AgentVersion version={device.appVersion} isOutdated={isOutdated(device)} />
        </span>
      ),
    },
    {
      ...sortable('lastRun', t('lastRun')),
      width: 'minmax(12.5rem, 1fr)',
      isHiddenOnMobile: true,
      cell: (device) => <div className={aboveLinkClass}>{props.lastRun(device)}</div>,
    },
    {
      ...sortable('lastSeen', t('lastSeen')),
      width: 'minmax(5.5rem, 0.6fr)',
      cell: (device) => <LastSeen device={device} />,
    },
  ];
}

function useMenuColumn(): Column<Device> {
  const { t } = useTranslation('common');
  return {
    key: 'menu',
    header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
    width: '2rem',
    cell: (device) => (
      <div className={aboveLinkClass}>
        <DeviceMenu device={device} />
      </div>
    ),
  };
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
