import { LIMITS } from '@drover/contract/limits';
import type { Device, Page } from '@drover/sdk';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { createChanges } from '../lib/changes';
import { drover } from '../lib/drover';

const changes = createChanges<Device>();

export const deviceQueries = {
  /** All devices of the account. */
  list: () =>
    queryOptions({
      // Devices that did not change are the same objects anyway.
      structuralSharing: false,
      queryKey: ['devices', 'list'],
      queryFn: async ({ signal }) => {
        const [page, told] = await changes.during(() => drover.devices.list({}, { signal }));
        return mergeDevices(page, told);
      },
    }),

  detail: (deviceId: string) =>
    queryOptions({
      queryKey: ['devices', deviceId],
      queryFn: async ({ signal }) => {
        const [device, told] = await changes.during(() => drover.devices.get(deviceId, { signal }));
        return told.findLast(({ _id }) => _id === deviceId) ?? device;
      },
    }),

  /** When a device was online; it is another answer each time that the device comes or goes. */
  connections: ({ _id, lastSeenAt }: Pick<Device, '_id' | 'lastSeenAt'>) =>
    queryOptions({
      queryKey: ['devices', _id, 'connections', lastSeenAt],
      queryFn: ({ signal }) =>
        drover.devices.listConnections(_id, { limit: LIMITS.deviceConnections }, { signal }),
      placeholderData: keepPreviousData,
    }),
};

/** Puts devices as they are now into what was read before. */
export function keepDevices(client: QueryClient, changed: Device[]): void {
  changes.tell(changed);
  client.setQueryData(deviceQueries.list().queryKey, (page) => page && mergeDevices(page, changed));
  for (const device of changed) {
    client.setQueryData(deviceQueries.detail(device._id).queryKey, (before) => before && device);
  }
}

/** Devices are replaced where they are known, else first. */
function mergeDevices(page: Page<Device>, changed: Device[]): Page<Device> {
  const waiting = new Map(changed.map((device) => [device._id, device]));
  const known = page.items.map((device) => {
    const now = waiting.get(device._id);
    waiting.delete(device._id);
    return now ?? device;
  });
  const items = [...waiting.values(), ...known];
  return { count: items.length, items };
}

/** Takes devices that are gone out of what was read before. */
export function dropDevice(client: QueryClient, deviceId: string): void {
  client.setQueryData(deviceQueries.list().queryKey, (page: Page<Device> | undefined) => {
    if (!page) return page;
    const items = page.items.filter(({ _id }) => _id !== deviceId);
    return { count: items.length, items };
  });
}
