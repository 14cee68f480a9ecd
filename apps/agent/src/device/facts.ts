import { cutChars } from '@drover/contract/limits';
import { LINK_LIMITS } from '@drover/contract/link-protocol';
import { toStorableText, type DeviceFacts } from '@drover/device-agent';
import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { arch, cpus, freemem, hostname, networkInterfaces, release, totalmem, type, version } from 'node:os';
import { join } from 'node:path';

/** Free memory, free disk and battery change all the time. In steps of 5 % they are sent when they matter. */
const steps = 20;

/** Returns what is known about this machine by now. `folder` is on the disk that matters. */
export function readFacts(folder: string): DeviceFacts {
  const processors = cpus();
  return {
    ...readSystem(),
    architecture: arch(),
    hostname: toFact(hostname()),
    addresses: readAddresses(),
    ...(processors[0] && { cpu: toFact(processors[0].model.trim()) }),
    cores: processors.length,
    memoryBytes: totalmem(),
    freeMemoryBytes: roundToStep(freemem(), totalmem()),
    ...readDisk(folder),
    ...readBattery('/sys/class/power_supply'),
  };
}

function readSystem(): Pick<DeviceFacts, 'os' | 'osVersion'> {
  if (process.platform === 'win32') return { os: toFact(version()), osVersion: toFact(release()) };
  if (process.platform === 'darwin') {
    const plist = readText('/System/Library/CoreServices/SystemVersion.plist') ?? '';
    const found = /<key>ProductVersion<\/key>\s*<string>([^<]*)/.exec(plist)?.[1];
    return { os: 'macOS', osVersion: toFact(found ?? release()) };
  }
  const text = readText('/etc/os-release') ?? '';
  const field = (name: string) => new RegExp(`^${name}="?([^"\n]*)`, 'm').exec(text)?.[1];
  return { os: toFact(field('NAME') ?? type()), osVersion: toFact(field('VERSION') ?? release()) };
}

/** Returns the addresses by which others can reach the machine. */
function readAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => toFact(address))
    .slice(0, LINK_LIMITS.factAddresses);
}

function readDisk(folder: string): Pick<DeviceFacts, 'diskBytes' | 'freeDiskBytes'> {
  try {
    const { blocks, bavail, bsize } = statfsSync(folder);
    const diskBytes = blocks * bsize;
    return { diskBytes, freeDiskBytes: roundToStep(bavail * bsize, diskBytes) };
  } catch {
    return {};
  }
}

/** Returns the state of the first battery. Only Linux shows it in files. */
export function readBattery(folder: string): Pick<DeviceFacts, 'batteryPercent' | 'isCharging'> {
  const supply = readNames(folder).find((name) => readText(join(folder, name, 'type')) === 'Battery');
  const percent = Number(supply && (readText(join(folder, supply, 'capacity')) ?? NaN));
  if (!supply || !(percent >= 0 && percent <= 100)) return {};
  const status = readText(join(folder, supply, 'status'));
  return {
    batteryPercent: roundToStep(percent, 100),
    isCharging: status === 'Charging' || status === 'Full',
  };
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function roundToStep(amount: number, total: number): number {
  return Math.round((Math.round((amount / total) * steps) / steps) * total) || 0;
}

function toFact(text: string): string {
  return cutChars(toStorableText(text), LINK_LIMITS.factChars);
}
