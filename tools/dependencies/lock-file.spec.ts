import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  optionalDependencies?: Record<string, string>;
}

const lockFile = join(__dirname, '../../package-lock.json');
const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

/** Where Node looks for a package that another one imports, nearest folder first. */
function candidatesOf(importer: string, name: string): string[] {
  const folders = importer
    .split('/node_modules/')
    .map((_, depth, parts) => parts.slice(0, depth + 1).join('/node_modules/'));
  return [...folders.reverse().map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
}

describe('package-lock.json', () => {
  it('locks the binary packages of every platform, without which npm ci fails on the other platforms', () => {
    const missing = Object.entries(packages).flatMap(([importer, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name]) => !candidatesOf(importer, name).some((path) => path in packages))
        .map(([name, version]) => `${name}@${version} of ${importer}`),
    );
    expect(missing).toEqual([]);
  });
});
