import { setTimeout as delay } from 'node:timers/promises';
import type { Device, Drover } from '@drover/sdk';
import { pad, paint, widthOf, type Colour } from './terminal';

/** The devices of the demo. */
export const deviceNames = ['Demo phone 演示', 'Demo server'];

const nameWidth = Math.max(...deviceNames.map(widthOf));
const nameColours: Colour[] = ['cyan', 'magenta'];

/** Waits until all devices are connected. */
export async function untilOnline(drover: Drover, signal: AbortSignal): Promise<Device[]> {
  for (;;) {
    const { items } = await drover.devices.list({ online: true }, { signal });
    if (items.length === deviceNames.length) return items;
    await delay(100, undefined, { signal });
  }
}

/** Returns the name of a device as a prefix of its log lines. */
export function caption(name: string): string {
  return paint(nameColours[deviceNames.indexOf(name)] ?? 'blue', pad(name, nameWidth));
}
