import type { Device, DeviceChoice, DeviceGroup, DeviceSelector } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceGroupQueries } from '../../queries/device-groups';
import { isEmptySelector, selectDevices } from './device-rule';

const noGroups: DeviceGroup[] = [];

/** The initial choice: IDs of devices, or a selector. */
interface InitialChoice {
  deviceIds?: string[];
  selector?: DeviceSelector;
}

/** Holds a choice of devices while the user edits it: a list, or a rule. */
export function useDeviceChoice(devices: Device[], start: InitialChoice = {}) {
  const groups = useQuery(deviceGroupQueries.list()).data?.items ?? noGroups;
  const [mode, setMode] = useState<'list' | 'rule'>(start.selector ? 'rule' : 'list');
  const [selector, setSelector] = useState<DeviceSelector>(start.selector ?? {});
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(start.deviceIds?.filter((id) => devices.some(({ _id }) => _id === id))),
  );
  const isRule = mode === 'rule';
  const isEmptyRule = isRule && isEmptySelector(selector);
  const targets = isRule
    ? isEmptyRule
      ? []
      : selectDevices(devices, selector, groups)
    : devices.filter(({ _id }) => chosen.has(_id));
  const request: DeviceChoice | undefined = isRule
    ? isEmptyRule
      ? undefined
      : { selector }
    : targets.length > 0
      ? { devices: targets.map(({ _id, name }) => ({ _id, name })) }
      : undefined;
  return {
    ...{ groups, mode, setMode, selector, setSelector, isEmptyRule, chosen, setChosen },
    /** The devices that are currently selected. */
    targets,
    /** The choice as part of a request. `undefined` while the list or the rule is empty. */
    request,
  };
}
