import type { Devscript, Drover } from '@drover/sdk';
import { join, resolve } from 'node:path';
import { readAccount } from '../config/account';
import { getConfigFolder, readConfigFile, writeConfigFile } from '../config/config-file';
import { orUndefined } from '../selection/select-record';
import { selectDevscript } from '../selection/select-script';

/** Server URL → local file → ID of its development script. */
type DevscriptMapping = Record<string, Record<string, string> | undefined>;

const getMappingPath = () => join(getConfigFolder(), 'devscripts.json');

/** Returns the development script of a local file: the referenced one, else the saved one, else a new one of that name. */
export async function resolveDevscript(
  drover: Drover,
  file: string,
  { reference, name }: { reference?: string; name: string },
): Promise<Devscript> {
  const devscript = reference
    ? await selectDevscript(drover, reference)
    : ((await findSavedDevscript(drover, file)) ?? (await drover.devscripts.create({ name })));
  saveDevscriptId(file, devscript);
  return devscript;
}

async function findSavedDevscript(drover: Drover, file: string): Promise<Devscript | undefined> {
  const mapping = readConfigFile<DevscriptMapping>(getMappingPath()) ?? {};
  const id = mapping[readAccount().url]?.[resolve(file)];
  // The script may have been deleted, or belong to an account that was signed in before.
  return id === undefined ? undefined : orUndefined(drover.devscripts.get(id));
}

function saveDevscriptId(file: string, { _id }: Devscript): void {
  const mapping = readConfigFile<DevscriptMapping>(getMappingPath()) ?? {};
  const { url } = readAccount();
  if (mapping[url]?.[resolve(file)] === _id) return;
  writeConfigFile(getMappingPath(), { ...mapping, [url]: { ...mapping[url], [resolve(file)]: _id } });
}

/** Returns the file name that the device shows in stack traces. */
export function getDeviceFileName({ name }: Devscript): string {
  return name.endsWith('.js') ? name : `${name}.js`;
}
