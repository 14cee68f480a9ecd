import { LIMITS } from '@drover/contract/limits';
import type { Device, Page } from '@drover/sdk';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const deviceQueries = {
  /** All devices of the account. */
  list: () =>
    queryOptions({
      queryKey: ['devices', 'list'],
      queryFn: ({ signal }) => drover.devices.list({}, { signal }),
    }),

  detail: (deviceId: string) =>
    queryOptions({
      queryKey: ['devices', deviceId],
      queryFn: ({ signal }) => drover.devices.get(deviceId, { signal }),
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
  const byId = new Map(changed.map((device) => [device._id, device]));
  client.setQueryData(deviceQueries.list().queryKey, (page: Page<Device> | undefined) => {
    if (!page) return page;
    const known = new Set(page.items.map(({ _id }) => _id));
    const added = [...byId.values()].filter(({ _id }) => !known.has(_id));
    const items = [...added, ...page.items.map((device) => byId.get(device._id) ?? device)];
    return { count: items.length, items };
  });
  for (const device of changed) client.setQueryData(deviceQueries.detail(device._id).queryKey, device);
}

/** Takes devices that are gone out of what was read before. */
export function dropDevice(client: QueryClient, deviceId: string): void {
  client.setQueryData(deviceQueries.list().queryKey, (page: Page<Device> | undefined) => {
    if (!page) return page;
    const items = page.items.filter(({ _id }) => _id !== deviceId);
    return { count: items.length, items };
  });
}
