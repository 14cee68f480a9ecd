import type { Device, Page } from '@drover/sdk';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { createUpdateTracker } from '../lib/update-tracker';

/** Facts that a device sends are not announced. The first ones arrive right after it has connected. */
const factsPollMs = 20_000;

const updates = createUpdateTracker<Device>();

export const deviceQueries = {
  /** All devices of the account. */
  list: () =>
    queryOptions({
      // Unchanged devices are the same objects anyway.
      structuralSharing: false,
      queryKey: ['devices', 'list'],
      queryFn: async ({ signal }) => {
        const [page, newer] = await updates.trackUpdatesDuring(() => drover.devices.list({}, { signal }));
        return mergeDevices(page, newer);
      },
    }),

  detail: (deviceId: string) =>
    queryOptions({
      queryKey: ['devices', deviceId],
      queryFn: async ({ signal }) => {
        const [device, newer] = await updates.trackUpdatesDuring(() =>
          drover.devices.get(deviceId, { signal }),
        );
        return newer.findLast(({ _id }) => _id === deviceId) ?? device;
      },
    }),

  /** What a device reports about itself, at most every five minutes. */
  facts: ({ _id, lastSeenAt }: Pick<Device, '_id' | 'lastSeenAt'>) =>
    queryOptions({
      queryKey: ['devices', _id, 'facts', lastSeenAt],
      queryFn: ({ signal }) => drover.devices.getFacts(_id, { signal }),
      placeholderData: keepPreviousData,
      refetchInterval: factsPollMs,
    }),

  /**
   * When a device was online. The key contains `lastSeenAt`, so it is fetched again when the device connects or
   * disconnects.
   */
  connections: ({ _id, lastSeenAt }: Pick<Device, '_id' | 'lastSeenAt'>) =>
    queryOptions({
      queryKey: ['devices', _id, 'connections', lastSeenAt],
      queryFn: async ({ signal }) => {
        // Not a part of the first load.
        const { LIMITS } = await import('@drover/contract/limits');
        return drover.devices.listConnections(_id, { limit: LIMITS.deviceConnections }, { signal });
      },
      placeholderData: keepPreviousData,
    }),
};

/** Writes updated devices to the query cache. */
export function upsertDevicesInCache(client: QueryClient, devices: Device[]): void {
  updates.record(devices);
  client.setQueryData(deviceQueries.list().queryKey, (page) => page && mergeDevices(page, devices));
  for (const device of devices) {
    client.setQueryData(deviceQueries.detail(device._id).queryKey, (before) => before && device);
  }
}

/** Replaces known devices and puts new ones first. */
function mergeDevices(page: Page<Device>, devices: Device[]): Page<Device> {
  const pending = new Map(devices.map((device) => [device._id, device]));
  const merged = page.items.map((device) => {
    const update = pending.get(device._id);
    pending.delete(device._id);
    return update ?? device;
  });
  const items = [...pending.values(), ...merged];
  return { count: items.length, items };
}

/** Removes a device from the cached list. */
export function removeDeviceFromCache(client: QueryClient, deviceId: string): void {
  client.setQueryData(deviceQueries.list().queryKey, (page: Page<Device> | undefined) => {
    if (!page) return page;
    const items = page.items.filter(({ _id }) => _id !== deviceId);
    return { count: items.length, items };
  });
}
