import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../nx.cjs';

/** A package of npm that is in a bundle. */
export interface BundledPackage {
  name: string;
  version: string;
  /** SPDX expression, as far as the package has one. */
  license?: string;
}

/** The part of esbuild's metafile that says what is in the bundles. */
interface Metafile {
  outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
}

interface Manifest {
  name?: string;
  version?: string;
  license?: unknown;
  /** How packages stated it before there were SPDX expressions. */
  licenses?: { type: string }[];
}

/** Files that were generated from packages, with a file of the package. */
const generated: Record<string, string> = {
  'libs/projects/src/polyfills/modules.json': 'node_modules/core-js/package.json',
};

/** Returns the files in the bundles of a project, relative to the repository, or files of the packages that they were generated from. The build of the project must be there. */
export function readBundledFiles(project: string): string[] {
  const path = join(root, 'dist/bundled', `${project}.json`);
  const { outputs } = JSON.parse(readFileSync(path, 'utf8')) as Metafile;
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  // Of a module that is replaced by an empty one, nothing is in the bundle.
  return inputs
    .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && !file.startsWith('(disabled):'))
    .map(([file]) => generated[file] ?? file);
}

/** Returns the packages that the files belong to, without those of this repository, by name and version. */
export function findPackages(files: string[]): BundledPackage[] {
  const packages = new Map<string, BundledPackage>();
  for (const file of files.filter((path) => path.includes('node_modules/'))) {
    const found = readPackage(file);
    packages.set(`${found.name}@${found.version}`, found);
  }
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, found]) => found);
}

/** Finds the nearest package.json with a version. Others only set the type of modules in a folder. */
function readPackage(file: string): BundledPackage {
  for (let folder = file; folder.includes('node_modules/'); folder = dirname(folder)) {
    const path = join(root, folder, 'package.json');
    if (!existsSync(path)) continue;
    const {
      name,
      version,
      licenses,
      license = licenses?.[0]?.type,
    } = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
    if (name && version) return { name, version, ...(typeof license === 'string' && { license }) };
  }
  throw new Error(`${file} is in a bundle, but belongs to no package.`);
}
