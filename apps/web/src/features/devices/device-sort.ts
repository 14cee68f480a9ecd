import type { Device, LatestRun } from '@drover/sdk';

/** Columns by which devices are sorted. */
export type SortKey = 'name' | 'state' | 'lastSeen' | 'version' | 'lastRun';
export type LatestRuns = ReadonlyMap<string, LatestRun>;

/** A column and a direction. Without one, online devices come first, then names. */
export interface DeviceSort {
  key: SortKey;
  isDescending: boolean;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Reads `name` or `-name` from the URL. */
export function parseSort(text: string): DeviceSort | undefined {
  const key = text.replace(/^-/, '');
  return Object.hasOwn(texts, key) ? { key: key as SortKey, isDescending: text.startsWith('-') } : undefined;
}

/** Returns the text for the URL after a click on a column: ascending, descending, unsorted. */
export function nextSort(sort: DeviceSort | undefined, key: SortKey): string {
  if (sort?.key !== key) return key;
  return sort.isDescending ? '' : `-${key}`;
}

/** Sorts devices by a column. Devices without a value come last, whether ascending or descending. */
export function sortDevices(devices: Device[], sort: DeviceSort | undefined, runs: LatestRuns): Device[] {
  if (!sort) return devices;
  const text = texts[sort.key];
  const sign = sort.isDescending ? -1 : 1;
  return devices
    .map((device) => ({ device, key: text(device, runs) }))
    .sort((a, b) => {
      if (a.key === '' || b.key === '') return Number(a.key === '') - Number(b.key === '');
      return sign * collator.compare(a.key, b.key) || collator.compare(a.device.name, b.device.name);
    })
    .map(({ device }) => device);
}

/** What each column sorts by. Times in ISO 8601 sort like texts. */
const texts: Record<SortKey, (device: Device, runs: LatestRuns) => string> = {
  name: ({ name }) => name,
  state: ({ online }) => (online ? '0' : '1'),
  lastSeen: ({ online, lastSeenAt }) => (online ? '9999' : (lastSeenAt ?? '')),
  version: ({ appVersion }) => appVersion,
  lastRun: ({ _id }, runs) => runs.get(_id)?.createdAt ?? '',
};
