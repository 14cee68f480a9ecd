import type { Device } from '@drover/sdk';
import { drover } from '../lib/drover';

/**
 * Finds devices whose name contains a text, those with exactly this name first. With numbered names, the newest devices
 * that contain it may not include them, so the server is asked for them too.
 */
export async function findDevices(name: string, limit: number, signal: AbortSignal): Promise<Device[]> {
  const { items, nextCursor } = await drover.devices.list({ limit, ...(name && { name }) }, { signal });
  const isWanted = (device: Device) => device.name.toLowerCase() === name.toLowerCase();
  const named = items.filter(isWanted);
  if (name !== '' && nextCursor !== undefined && named.length === 0) {
    named.push(...(await drover.devices.list({ exactName: name, limit }, { signal })).items);
  }
  return [...named, ...items.filter((device) => !isWanted(device))].slice(0, limit);
}
