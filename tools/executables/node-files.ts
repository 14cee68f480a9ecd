import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../nx.cjs';
import { nodeVersion, platforms, type Platform } from './platforms';

const cache = join(root, 'node_modules/.cache/drover-node', nodeVersion);

/** Returns the file of Node for a platform. Downloads its package, verifies it and unpacks it, once. */
export function getNode({ name, nodePackage, integrity, nodeFile }: Platform): string {
  const folder = join(cache, name);
  if (existsSync(folder)) return join(folder, nodeFile);
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const spec = `${nodePackage}@${nodeVersion}`;
    const [file = ''] = execFileSync('npm', ['pack', spec, '--silent', '--pack-destination', draft], {
      encoding: 'utf8',
    }).split('\n');
    const archive = join(draft, file);
    const actual = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (actual !== integrity) throw new Error(`${spec} has the integrity ${actual}, not ${integrity}.`);
    execFileSync('tar', ['-xzf', archive, '-C', draft, nodeFile]);
    rmSync(archive);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return join(folder, nodeFile);
}

/** Returns the Node that prepares executables: the version inside them, for this machine. */
export function getOwnNode(): string {
  const name = `${process.platform}-${process.arch}`;
  const platform = platforms.find((candidate) => candidate.name === name);
  if (!platform) {
    throw new Error(
      `Executables cannot be built on ${name}. Use one of ${platforms.map((p) => p.name).join(', ')}.`,
    );
  }
  return getNode(platform);
}
