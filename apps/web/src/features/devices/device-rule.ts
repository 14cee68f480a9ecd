import type { Device, DeviceGroup, DeviceRule, DeviceSelector } from '@drover/sdk';

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** How each condition is met, as the service compares: whole and without regard to case, of names a part. */
const meets: {
  [Key in keyof DeviceRule]-?: (device: Device, wanted: NonNullable<DeviceRule[Key]>) => boolean;
} = {
  all: () => true,
  brand: (device, brand) => isSame(device.brand, brand),
  model: (device, model) => isSame(device.model, model),
  online: (device, online) => device.online === online,
  name: (device, name) => device.name.toLowerCase().includes(name.toLowerCase()),
  appVersion: (device, version) => isSame(device.appVersion, version),
  tag: (device, tag) => device.tags.some((own) => isSame(own, tag)),
};

/** The conditions of a rule, in the order in which people are asked for them. */
export const ruleKeys = ['tag', 'brand', 'model', 'online', 'name', 'appVersion'] as const;

/** The devices that a selector chooses now. */
export function selectDevices(devices: Device[], selector: DeviceSelector, groups: DeviceGroup[]): Device[] {
  const { group: groupId, ...rule } = selector;
  const chosen = devices.filter((device) => meetsRule(device, rule));
  if (groupId === undefined) return chosen;
  const group = groups.find(({ _id }) => _id === groupId);
  if (!group) return [];
  if (group.rule) return selectDevices(chosen, group.rule, []);
  const members = new Set(group.devices);
  return chosen.filter(({ _id }) => members.has(_id));
}

function meetsRule(device: Device, rule: DeviceRule): boolean {
  return Object.entries(rule).every(([key, wanted]) => {
    const isMet = meets[key as keyof DeviceRule] as (device: Device, wanted: unknown) => boolean;
    return wanted === undefined || isMet(device, wanted);
  });
}

/** A selector of the conditions that are set; of none it means all devices. */
export function selectorOf(conditions: DeviceSelector): DeviceSelector {
  const { all: _all, ...set } = conditions;
  const given = Object.entries(set).filter(([, value]) => value !== undefined && value !== '');
  return given.length > 0 ? Object.fromEntries(given) : { all: true };
}
