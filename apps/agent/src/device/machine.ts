import { cutChars, LIMITS } from '@drover/contract/limits';
import { readFileSync } from 'node:fs';
import { arch, hostname, type } from 'node:os';
import { z } from 'zod';

/** Version of this program, told to the server as `appVersion`. */
export const AGENT_VERSION = '2.0.0';

/** What the server shows of the machine. */
export const Machine = z.object({
  brand: z.string(),
  model: z.string(),
  platform: z.string(),
  appVersion: z.string(),
});
export type Machine = z.infer<typeof Machine>;

export function describeMachine(): Machine {
  return {
    brand: label(firmwareFact('sys_vendor') ?? type()),
    model: label(firmwareFact('product_name') ?? boardModel() ?? arch()),
    platform: process.platform,
    appVersion: AGENT_VERSION,
  };
}

/** Name of the device unless the person who enrols it gives another. */
export function defaultDeviceName(): string {
  return cutChars(hostname() || 'device', LIMITS.deviceNameChars);
}

function firmwareFact(name: string): string | undefined {
  return readFact(`/sys/class/dmi/id/${name}`);
}

/** Boards without a BIOS say what they are in the device tree. */
function boardModel(): string | undefined {
  return readFact('/proc/device-tree/model');
}

function readFact(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replaceAll('\0', '').trim() || undefined;
  } catch {
    return undefined;
  }
}

function label(text: string): string {
  return cutChars(text, LIMITS.deviceLabelChars);
}
