import type { Device, DeviceGroup } from '@drover/sdk';
import { selectDevices } from './device-rule';

/** Which devices are shown. The filter is stored in the URL, so that it can be linked to. */
export interface DeviceFilter {
  search: string;
  state: 'all' | 'online' | 'offline';
  tag: string;
  brand: string;
  version: string;
  /** ID of a device group. */
  group: string;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Returns the devices that match a filter, online devices first, then by name. */
export function filterDevices(devices: Device[], filter: DeviceFilter, groups: DeviceGroup[] = []): Device[] {
  const inGroup = filter.group === '' ? devices : selectDevices(devices, { group: filter.group }, groups);
  return inGroup
    .filter((device) => matchesFilter(device, filter))
    .sort((a, b) => Number(b.online) - Number(a.online) || collator.compare(a.name, b.name));
}

function matchesFilter(device: Device, { search, state, tag, brand, version }: DeviceFilter): boolean {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const text = [device.name, device.brand, device.model, device.platform, ...device.tags]
    .join(' ')
    .toLowerCase();
  return (
    terms.every((term) => text.includes(term)) &&
    (state === 'all' || device.online === (state === 'online')) &&
    (tag === '' || device.tags.includes(tag)) &&
    (brand === '' || device.brand === brand) &&
    (version === '' || device.appVersion === version)
  );
}

/** Returns the distinct values of the devices, sorted. */
export function getDistinctValues(devices: Device[], read: (device: Device) => string | undefined): string[] {
  return [...new Set(devices.map(read))]
    .filter((value): value is string => Boolean(value))
    .sort(collator.compare);
}
