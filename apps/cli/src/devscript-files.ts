import type { Devscript, Drover } from '@drover/sdk';
import { basename, extname, join, resolve } from 'node:path';
import { configFolder, readAccount, readJson, writeJson } from './configuration';
import { orNone } from './record-selection';
import { selectDevscript } from './script-selection';

/** Service → local file → id of the development script that was made for it. */
type KnownDevscripts = Record<string, Record<string, string> | undefined>;

const memory = () => join(configFolder(), 'devscripts.json');

/** The development script of a local file: the one that is named, else the one made for it, else a new one. */
export async function devscriptFor(drover: Drover, file: string, reference?: string): Promise<Devscript> {
  const devscript = reference
    ? await selectDevscript(drover, reference)
    : ((await recall(drover, file)) ??
      (await drover.devscripts.create({ name: basename(file, extname(file)) })));
  remember(file, devscript);
  return devscript;
}

async function recall(drover: Drover, file: string): Promise<Devscript | undefined> {
  const known = readJson<KnownDevscripts>(memory()) ?? {};
  const id = known[readAccount().url]?.[resolve(file)];
  // It may have been deleted, or belong to an account that was signed in before.
  return id === undefined ? undefined : orNone(drover.devscripts.get(id));
}

function remember(file: string, { _id }: Devscript): void {
  const known = readJson<KnownDevscripts>(memory()) ?? {};
  const { url } = readAccount();
  if (known[url]?.[resolve(file)] === _id) return;
  writeJson(memory(), { ...known, [url]: { ...known[url], [resolve(file)]: _id } });
}

/** The name that the device gives the file in stack traces. */
export function deviceFileOf({ name }: Devscript): string {
  return name.endsWith('.js') ? name : `${name}.js`;
}
