import type { DeviceSelector } from '@drover/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { selectDevices } from '../../features/devices/device-rule';
import { deviceGroupQueries } from '../../queries/device-groups';
import { deviceQueries } from '../../queries/devices';

interface Targets {
  devices?: unknown[];
  selector?: DeviceSelector;
}

/** Returns a function that counts the devices on which a job would run now. */
export function useCountDevices(): (targets: Targets) => Promise<number> {
  const client = useQueryClient();
  return async ({ devices = [], selector }) => {
    if (!selector) return devices.length;
    const [all, groups] = await Promise.all([
      client.ensureQueryData(deviceQueries.list()),
      client.ensureQueryData(deviceGroupQueries.list()),
    ]);
    return selectDevices(all.items, selector, groups.items).length;
  };
}
