import '@mantine/core/styles/Checkbox.css';
import type { Device } from '@drover/sdk';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OnlineDot } from '../../ui/display/online-dot';
import { SearchInput } from '../../ui/lists/search-input';
import { filterDevices, getDistinctValues } from './device-filter';
import classes from './device-picker.module.css';

interface Props {
  devices: Device[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: Set<string>) => void;
}

/** Selects devices one by one, all that are online, or all with a tag. */
export function DevicePicker({ devices, chosen, onChange }: Props) {
  const { t } = useTranslation('device-choice');
  const [search, setSearch] = useState('');
  const shown = filterDevices(devices, { search, state: 'all', tag: '', brand: '', version: '', group: '' });
  const tags = getDistinctValues(devices, (device) => device.tags[0]);
  const add = (added: Device[]) => onChange(new Set([...chosen, ...added.map(({ _id }) => _id)]));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <div className={classes.picker}>
      <SearchInput label={t('search')} value={search} onChange={setSearch} />
      <Group gap={6} my="xs">
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => add(devices.filter(({ online }) => online))}
        >
          {t('allOnline')}
        </Button>
        {tags.map((tag) => (
          <Button
            key={tag}
            size="compact-xs"
            variant="default"
            onClick={() => add(devices.filter((device) => device.tags.includes(tag)))}
          >
            {tag}
          </Button>
        ))}
        {chosen.size > 0 && (
          <Button size="compact-xs" variant="subtle" onClick={() => onChange(new Set())}>
            {t('none')}
          </Button>
        )}
        <Text size="xs" c="dimmed" ml="auto" role="status">
          {t('chosen', { count: chosen.size })}
        </Text>
      </Group>
      <Rows devices={shown} chosen={chosen} onToggle={toggle} />
    </div>
  );
}

function Rows({
  devices,
  chosen,
  onToggle,
}: Pick<Props, 'devices' | 'chosen'> & { onToggle: (id: string) => void }) {
  const { t } = useTranslation('device-choice');
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: devices.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 38,
    overscan: 6,
  });
  return (
    <div ref={scroller} className={classes.scroller} role="group" aria-label={t('title')}>
      {devices.length === 0 && (
        <Text size="sm" c="dimmed" p="sm">
          {t('noMatch')}
        </Text>
      )}
      <div className={classes.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const device = devices[index];
          return (
            <label key={device._id} className={classes.row} style={{ transform: `translateY(${start}px)` }}>
              <Checkbox
                checked={chosen.has(device._id)}
                onChange={() => onToggle(device._id)}
                aria-label={device.name}
              />
              <OnlineDot isOnline={device.online} />
              <span className={classes.name}>{device.name}</span>
              <span className={classes.model}>{device.tags[0] ?? device.model}</span>
            </label>
          );
        })}
      </div>
    </div>
  );
}
