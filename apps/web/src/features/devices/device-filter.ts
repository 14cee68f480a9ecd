import type { Device, DeviceGroup } from '@drover/sdk';
import { selectDevices } from './device-rule';

/** What of the list is shown; it stands in the address, so that a view can be linked to. */
export interface DeviceView {
  search: string;
  state: 'all' | 'online' | 'offline';
  tag: string;
  brand: string;
  version: string;
  /** Id of a device group. */
  group: string;
}

const plain = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The devices of a view, those online first, then by name. */
export function chooseDevices(devices: Device[], view: DeviceView, groups: DeviceGroup[] = []): Device[] {
  const grouped = view.group === '' ? devices : selectDevices(devices, { group: view.group }, groups);
  return grouped
    .filter((device) => isInView(device, view))
    .sort((a, b) => Number(b.online) - Number(a.online) || plain.compare(a.name, b.name));
}

function isInView(device: Device, { search, state, tag, brand, version }: DeviceView): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const text = [device.name, device.brand, device.model, device.platform, ...device.tags]
    .join(' ')
    .toLowerCase();
  return (
    words.every((word) => text.includes(word)) &&
    (state === 'all' || device.online === (state === 'online')) &&
    (tag === '' || device.tags.includes(tag)) &&
    (brand === '' || device.brand === brand) &&
    (version === '' || device.appVersion === version)
  );
}

/** The values that devices have, each once, in order. */
export function valuesOf(devices: Device[], read: (device: Device) => string | undefined): string[] {
  return [...new Set(devices.map(read))]
    .filter((value): value is string => Boolean(value))
    .sort(plain.compare);
}
