import type { Zip } from '@drover/script-types';
import type * as Fflate from 'fflate';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { resolvePath } from './files';

/** Loads the library on the first use, because most scripts do not need it. */
// oxlint-disable-next-line typescript/no-require-imports
const loadLibrary = () => require('fflate') as typeof Fflate;

export function createZip(): Zip {
  return {
    zipFile: (file, destination) => writeZip([entryOf(file)], destination),
    zipFiles: (files, destination) => writeZip(files.map(entryOf), destination),
    zipDir(folder, destination) {
      const root = resolvePath(folder);
      const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
      const files = names.filter((name) => statSync(join(root, name)).isFile());
      writeZip(
        files.map((name): Entry => [name.split(sep).join('/'), join(root, name)]),
        destination,
      );
    },
    unzip(archive, folder) {
      const root = resolvePath(folder);
      const entries = Object.entries(loadLibrary().unzipSync(readFileSync(resolvePath(archive))));
      const targets = entries.map(([name, bytes]) => ({ name, bytes, target: resolveInside(root, name) }));
      for (const { name, bytes, target } of targets) {
        mkdirSync(name.endsWith('/') ? target : dirname(target), { recursive: true });
        if (!name.endsWith('/')) writeFileSync(target, bytes);
      }
    },
  };
}

/** Name in the archive, and path. */
type Entry = [string, string];

function entryOf(file: string): Entry {
  const path = resolvePath(file);
  return [basename(path), path];
}

function writeZip(entries: Entry[], destination: string): void {
  const contents = entries.map(([name, path]) => [name, new Uint8Array(readFileSync(path))] as const);
  writeFileSync(resolvePath(destination), loadLibrary().zipSync(Object.fromEntries(contents)));
}

/** An archive must not write outside of the folder. */
function resolveInside(root: string, name: string): string {
  const target = resolve(root, name);
  if (relative(root, target).split(sep)[0] === '..') {
    throw new Error(`$zip.unzip: the archive contains ${name}, which is outside of the folder.`);
  }
  return target;
}
