import type { Device } from '@drover/sdk';
import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddDevice } from '../../features/enrolments/add-device';
import { DevicePicker } from '../../features/devices/device-picker';
import { DeviceIcon } from '../../ui/icons';

/** Devices that a script is tried on: chosen once, remembered in this browser. */
export function useChosenDevices(devscriptId: string): [ReadonlySet<string>, (chosen: Set<string>) => void] {
  const key = `drover-devices-${devscriptId}`;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(readList(key)));
  const change = (next: Set<string>) => {
    localStorage.setItem(key, JSON.stringify([...next]));
    setChosen(next);
  };
  return [chosen, change];
}

interface Props {
  devices: Device[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: Set<string>) => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

export function DeviceChoice({ devices, chosen, onChange, isOpen, onOpen }: Props) {
  const { t } = useTranslation();
  const count = devices.filter(({ _id }) => chosen.has(_id)).length;
  if (devices.length === 0) return <AddDevice />;
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-end"
      width={360}
      trapFocus
      shadow="md"
      withinPortal
    >
      <Popover.Target>
        <Button variant="default" leftSection={<DeviceIcon size={16} />} onClick={() => onOpen(!isOpen)}>
          {count === 0 ? t('devscripts.chooseDevices') : t('devscripts.onDevices', { count })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('deviceChoice.on')}>
        <DevicePicker devices={devices} chosen={chosen} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

function readList(key: string): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
