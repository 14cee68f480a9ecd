import { buildSync } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../nx.cjs';

/** A program that becomes an executable. */
export interface Program {
  name: string;
  /** Main script of the executable. */
  main: string;
  /** Files that it can read, by name. */
  assets: Record<string, string>;
}

const agent = join(root, 'dist/apps/agent');

/** Characters of the archive's SHA-256 that name a version of the agent. */
const versionChars = 16;

/** Bundles the programs into the folder. The build of the agent must be there. */
export function bundlePrograms(folder: string): Program[] {
  const files = ['main.js', 'launcher.js', 'script-child.js'];
  const archive = readFileSync(join(agent, 'drover-agent.tgz'));
  const version = join(folder, 'version');
  writeFileSync(version, createHash('sha256').update(archive).digest('hex').slice(0, versionChars));
  return [
    {
      name: 'drover-agent',
      main: bundle('apps/agent/src/executable.ts', join(folder, 'drover-agent.js')),
      assets: { version, ...Object.fromEntries(files.map((file) => [file, join(agent, file)])) },
    },
    { name: 'drover', main: bundle('apps/cli/src/main.ts', join(folder, 'drover.js')), assets: {} },
  ];
}

function bundle(source: string, outfile: string): string {
  const { metafile } = buildSync({
    entryPoints: [join(root, source)],
    outfile,
    bundle: true,
    metafile: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    logLevel: 'warning',
  });
  mkdirSync(join(root, 'dist/bundled'), { recursive: true });
  const file = join(root, `dist/bundled/${basename(outfile, '.js')}-executable.json`);
  writeFileSync(file, JSON.stringify(metafile));
  return outfile;
}
