import type { Device, DeviceChoice, DeviceGroup, DeviceSelector } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceGroupQueries } from '../../queries/device-groups';
import { selectDevices } from './device-rule';

const noGroups: DeviceGroup[] = [];

/** What the choice begins with: ids of devices, or a selector. */
interface Start {
  deviceIds?: string[];
  selector?: DeviceSelector;
}

/** Devices as they are being chosen: one by one, or by what they are. */
export function useDeviceChoice(devices: Device[], start: Start = {}) {
  const groups = useQuery(deviceGroupQueries.list()).data?.items ?? noGroups;
  const [mode, setMode] = useState<'list' | 'rule'>(start.selector ? 'rule' : 'list');
  const [selector, setSelector] = useState<DeviceSelector>(start.selector ?? { all: true });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(start.deviceIds?.filter((id) => devices.some(({ _id }) => _id === id))),
  );
  const isRule = mode === 'rule';
  const targets = isRule
    ? selectDevices(devices, selector, groups)
    : devices.filter(({ _id }) => chosen.has(_id));
  const request: DeviceChoice | undefined = isRule
    ? { selector }
    : targets.length > 0
      ? { devices: targets.map(({ _id, name }) => ({ _id, name })) }
      : undefined;
  return {
    ...{ groups, mode, setMode, selector, setSelector, chosen, setChosen },
    /** The devices that are meant now. */
    targets,
    /** What a request says of it; nothing until a device is named. */
    request,
  };
}
