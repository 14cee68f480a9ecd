import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Device, Drover } from '@drover/sdk';
import type { Children } from './children';
import { pad, paint, widthOf, type Colour } from './terminal';

/** The devices of the demo. */
export const deviceNames = ['Demo phone 演示', 'Demo server'];

const nameWidth = Math.max(...deviceNames.map(widthOf));
const nameColours: Colour[] = ['cyan', 'magenta'];

/** Starts an agent for each device, all with one enrolment key. */
export function startAgents(
  children: Children,
  { url, key, folder }: Record<'url' | 'key' | 'folder', string>,
): void {
  deviceNames.forEach((name, index) => {
    const data = join(folder, `agent-${index + 1}`);
    const args = ['--server', url, '--key', key, '--name', name, '--data', data];
    children.start(`the agent of ${name}`, 'agent', { args, env: process.env });
  });
}

/** Waits until all devices are connected. */
export async function untilOnline(drover: Drover, signal: AbortSignal): Promise<Device[]> {
  for (;;) {
    const { items } = await drover.devices.list({ online: true }, { signal });
    if (items.length === deviceNames.length) return items;
    await delay(100, undefined, { signal });
  }
}

/** A device's name as it stands before its log lines. */
export function caption(name: string): string {
  return paint(nameColours[deviceNames.indexOf(name)] ?? 'blue', pad(name, nameWidth));
}
