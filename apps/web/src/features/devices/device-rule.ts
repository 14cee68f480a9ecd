import type { Device, DeviceGroup, DeviceRule, DeviceSelector } from '@drover/sdk';

const equalsIgnoringCase = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** How the API compares each condition: case-insensitive, by the whole value, but by substring for names. */
const conditions: {
  [Key in keyof DeviceRule]-?: (device: Device, expected: NonNullable<DeviceRule[Key]>) => boolean;
} = {
  all: () => true,
  brand: (device, brand) => equalsIgnoringCase(device.brand, brand),
  model: (device, model) => equalsIgnoringCase(device.model, model),
  online: (device, online) => device.online === online,
  name: (device, name) => device.name.toLowerCase().includes(name.toLowerCase()),
  appVersion: (device, version) => equalsIgnoringCase(device.appVersion, version),
  tag: (device, tag) => device.tags.some((deviceTag) => equalsIgnoringCase(deviceTag, tag)),
};

/** The conditions of a rule, in the order of the form. */
export const ruleKeys = ['tag', 'brand', 'model', 'online', 'name', 'appVersion'] as const;

/** Returns the devices that currently match a selector. */
export function selectDevices(devices: Device[], selector: DeviceSelector, groups: DeviceGroup[]): Device[] {
  const { group: groupId, ...rule } = selector;
  const chosen = devices.filter((device) => matchesRule(device, rule));
  if (groupId === undefined) return chosen;
  const group = groups.find(({ _id }) => _id === groupId);
  if (!group) return [];
  if (group.rule) return selectDevices(chosen, group.rule, []);
  const members = new Set(group.devices);
  return chosen.filter(({ _id }) => members.has(_id));
}

function matchesRule(device: Device, rule: DeviceRule): boolean {
  return Object.entries(rule).every(([key, expected]) => {
    const matches = conditions[key as keyof DeviceRule] as (device: Device, expected: unknown) => boolean;
    return expected === undefined || matches(device, expected);
  });
}

/** Builds a selector from the conditions that are set. Without any, it selects nothing. */
export function buildSelector(conditions: DeviceSelector): DeviceSelector {
  const { all: _all, ...set } = conditions;
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined && value !== ''));
}

/** Whether a selector has no condition yet. The API would refuse it. */
export function isEmptySelector(selector: DeviceSelector): boolean {
  return Object.keys(selector).length === 0;
}
