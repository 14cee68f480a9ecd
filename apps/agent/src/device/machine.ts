import { AGENT_VERSION } from '@drover/contract/app-version';
import { cutChars, LIMITS } from '@drover/contract/limits';
import { readFileSync } from 'node:fs';
import { arch, hostname, type } from 'node:os';
import { z } from 'zod';

/** What the server shows about the machine. */
export const Machine = z.object({
  brand: z.string(),
  model: z.string(),
  platform: z.string(),
  appVersion: z.string(),
});
export type Machine = z.infer<typeof Machine>;

export function describeMachine(): Machine {
  return {
    brand: toLabel(readFirmwareField('sys_vendor') ?? type()),
    model: toLabel(readFirmwareField('product_name') ?? readBoardModel() ?? arch()),
    platform: process.platform,
    appVersion: AGENT_VERSION,
  };
}

/** Returns the name of a device that is enrolled without `--name`. */
export function defaultDeviceName(): string {
  return cutChars(hostname() || 'device', LIMITS.deviceNameChars);
}

function readFirmwareField(name: string): string | undefined {
  return readTextFile(`/sys/class/dmi/id/${name}`);
}

/** Boards without a BIOS have their model in the device tree. */
function readBoardModel(): string | undefined {
  return readTextFile('/proc/device-tree/model');
}

function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replaceAll('\0', '').trim() || undefined;
  } catch {
    return undefined;
  }
}

function toLabel(text: string): string {
  return cutChars(text, LIMITS.deviceLabelChars);
}
