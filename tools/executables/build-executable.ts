import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { inject } from 'postject';
import { getOwnNode } from './node-files';
import type { Program } from './programs';

/** Marks the place in Node that says whether it contains a program. */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Packs a program, the same for all platforms, and returns the file. */
export function packProgram({ name, main, assets }: Program, folder: string): string {
  const [config, output] = [join(folder, `${name}.json`), join(folder, `${name}.blob`)];
  const settings = {
    ...{ main, output, assets },
    disableExperimentalSEAWarning: true,
    // Lets the agent start its scripts with options of Node.
    execArgvExtension: 'cli',
  };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(getOwnNode(), ['--experimental-sea-config', config], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return output;
}

/** Writes Node with a packed program. */
export async function writeExecutable(node: string, packed: string, target: string): Promise<void> {
  copyFileSync(node, target);
  chmodSync(target, 0o755);
  await inject(target, 'NODE_SEA_BLOB', readFileSync(packed), { sentinelFuse });
}

export async function compress(file: string, target: string): Promise<void> {
  await pipeline(createReadStream(file), createGzip(), createWriteStream(target));
}
