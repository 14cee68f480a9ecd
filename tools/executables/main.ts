/**
 * `npm run executables [-- platform…] [-- --target folder]` builds the single executables of the agent and of the command
 * line, which need no Node, with their checksums. Platforms: linux-x64, linux-arm64, win32-x64; all by default.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../nx.cjs';
import { compress, packProgram, writeExecutable } from './build-executable';
import { getNode } from './node-files';
import { writePackage } from './packages';
import { platforms } from './platforms';
import { bundlePrograms } from './programs';

async function main(names: string[], target: string): Promise<void> {
  const unknown = names.filter((name) => !platforms.some((platform) => platform.name === name));
  if (unknown.length > 0) throw new Error(`Unknown platform: ${unknown.join(', ')}.`);
  const draft = mkdtempSync(join(tmpdir(), 'drover-executables-'));
  rmSync(target, { recursive: true, force: true });
  try {
    const programs = bundlePrograms(draft).map((program) => ({
      name: program.name,
      packed: packProgram(program, draft),
    }));
    for (const platform of platforms.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const folder = join(target, platform.name);
      mkdirSync(folder, { recursive: true });
      for (const { name, packed } of programs) {
        const file = join(folder, `${name}${platform.extension}`);
        await writeExecutable(getNode(platform), packed, file);
        await compress(file, join(target, `${name}-${platform.name}${platform.extension}.gz`));
      }
      writePackage(platform, target);
    }
  } finally {
    rmSync(draft, { recursive: true });
  }
  writeChecksums(target);
}

function writeChecksums(target: string): void {
  const files = readdirSync(target).filter((file) => file.endsWith('.gz'));
  const sha256 = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(target, file)))
      .digest('hex');
  writeFileSync(join(target, 'SHA256SUMS'), files.map((file) => `${sha256(file)}  ${file}\n`).join(''));
  for (const file of files) {
    console.log(`${Math.ceil(statSync(join(target, file)).size / 1e6)} MB  ${join(target, file)}`);
  }
}

const { values, positionals } = parseArgs({
  options: { target: { type: 'string' } },
  allowPositionals: true,
});

main(positionals, resolve(values.target ?? join(root, 'dist/executables'))).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
