import type { Device, Drover } from '@drover/sdk';
import { Failure } from './failures';
import { isId } from './record-selection';

const pageItems = 1000;

/** How the help names what `selectDevices` understands. */
export const devicesUsage = 'name, id or tag of devices, or "all" (repeatable)';

/** The devices that the caller named, each once: by id, name, tag, or all of them. */
export async function selectDevices(drover: Drover, references: string[]): Promise<Device[]> {
  const found = await Promise.all(references.map((reference) => find(drover, reference)));
  return [...new Map(found.flat().map((device) => [device._id, device])).values()];
}

/** The one device that the caller named. */
export async function selectDevice(drover: Drover, reference: string): Promise<Device> {
  const found = await find(drover, reference);
  if (found.length === 1) return found[0];
  throw new Failure(
    'refused',
    `${found.length} devices answer to '${reference}': name one by its id.`,
    ids(found),
  );
}

/** `1 device`, `12 devices`. */
export function countDevices(count: number): string {
  return count === 1 ? '1 device' : `${count} devices`;
}

export async function allDevices(drover: Drover): Promise<Device[]> {
  const devices: Device[] = [];
  for await (const device of drover.devices.iterate({ limit: pageItems })) devices.push(device);
  return devices;
}

/** `name:all` and `tag:…` say which of the two is meant; without them the name goes first. */
async function find(drover: Drover, reference: string): Promise<Device[]> {
  const [, kind, text] = /^(?:(name|tag):)?(.*)$/s.exec(reference) as unknown as [string, string?, string?];
  const asked = text ?? '';
  if (!kind && asked === 'all') return notNone(await allDevices(drover));
  if (!kind && isId(asked)) return [await drover.devices.get(asked)];
  const alike = kind === 'tag' ? [] : (await drover.devices.list({ name: asked })).items;
  const named = alike.filter(({ name }) => isSame(name, asked));
  if (named.length > 0) return named;
  const tagged = kind === 'name' ? [] : (await drover.devices.list({ tag: asked })).items;
  if (tagged.length > 0) return tagged;
  throw new Failure('refused', `No device has the ${kind ?? 'name or tag'} '${asked}'.`, suggestions(alike));
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function notNone(devices: Device[]): Device[] {
  if (devices.length > 0) return devices;
  throw new Failure('refused', 'There are no devices yet.', ['Add one: drover add-device']);
}

function suggestions(alike: Device[]): string[] {
  if (alike.length === 0) return ['See them all: drover devices'];
  const names = alike.slice(0, 5).map(({ name }) => `'${name}'`);
  return [`Did you mean ${names.join(', ')}?`];
}

function ids(devices: Device[]): string[] {
  return devices.slice(0, 10).map(({ _id, name, brand, model }) => `${_id}  ${name}  ${brand} ${model}`);
}
