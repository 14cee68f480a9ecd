import { collectItems, type Device, type Drover } from '@drover/sdk';
import { CliError } from '../errors/cli-error';
import { isId } from './select-record';

const pageItems = 1000;

/** Help text of options that `selectDevices` resolves. */
export const deviceOptionHelp = 'Name, ID or tag of the devices, or "all" (repeatable)';

/** Finds devices by ID, name or tag, or all devices. Returns each device once. */
export async function selectDevices(drover: Drover, references: string[]): Promise<Device[]> {
  const found = await Promise.all(references.map((reference) => findDevices(drover, reference)));
  return [...new Map(found.flat().map((device) => [device._id, device])).values()];
}

/** Finds exactly one device by ID, name or tag. */
export async function selectDevice(drover: Drover, reference: string): Promise<Device> {
  const found = await findDevices(drover, reference);
  if (found.length === 1) return found[0];
  throw new CliError(
    'rejected',
    `'${reference}' matches ${found.length} devices. Use an ID:`,
    describeDevices(found),
  );
}

/** Formats a count as `1 device` or `12 devices`. */
export function formatDeviceCount(count: number): string {
  return count === 1 ? '1 device' : `${count} devices`;
}

export function listAllDevices(drover: Drover): Promise<Device[]> {
  return collectItems(drover.devices.iterate({ limit: pageItems }));
}

/** `name:lab` matches names only, `tag:lab` tags only. Without a prefix, a name takes precedence over a tag. */
async function findDevices(drover: Drover, reference: string): Promise<Device[]> {
  const [, kind, text] = /^(?:(name|tag):)?(.*)$/s.exec(reference) as unknown as [string, string?, string?];
  const wanted = text ?? '';
  if (!kind && wanted === 'all') return requireDevices(await listAllDevices(drover));
  if (!kind && isId(wanted)) return [await drover.devices.get(wanted)];
  const similar = kind === 'tag' ? [] : (await drover.devices.list({ name: wanted })).items;
  const named = similar.filter(({ name }) => equalsIgnoringCase(name, wanted));
  if (named.length > 0) return named;
  const tagged = kind === 'name' ? [] : (await drover.devices.list({ tag: wanted })).items;
  if (tagged.length > 0) return tagged;
  throw new CliError(
    'rejected',
    `No device has the ${kind ?? 'name or tag'} '${wanted}'.`,
    suggestNames(similar),
  );
}

/** Finds the devices that have exactly this name, in any case. */
export async function findDevicesNamed(drover: Drover, name: string): Promise<Device[]> {
  const { items } = await drover.devices.list({ name });
  return items.filter((device) => equalsIgnoringCase(device.name, name));
}

function equalsIgnoringCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function requireDevices(devices: Device[]): Device[] {
  if (devices.length > 0) return devices;
  throw new CliError('rejected', 'There are no devices yet.', ['Add one: drover add-device']);
}

function suggestNames(similar: Device[]): string[] {
  if (similar.length === 0) return ['List them: drover devices'];
  const names = similar.slice(0, 5).map(({ name }) => `'${name}'`);
  return [`Did you mean ${names.join(', ')}?`];
}

function describeDevices(devices: Device[]): string[] {
  return devices.slice(0, 10).map(({ _id, name, brand, model }) => `${_id}  ${name}  ${brand} ${model}`);
}
