import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change } from './changes';

const root = join(__dirname, '../..');
const copied = ['apps/api', 'apps/cli', 'apps/web', 'libs', 'package.json', 'tsconfig.base.json'];

/** Copies the sources to a temporary folder, which shares the packages of this one. */
export function createCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'drover-drift-'));
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

export function removeCopy(copy: string): void {
  rmSync(copy, { recursive: true });
}

/** Applies a change to the contract of a copy. Returns a function that takes it back. */
export function applyChange(copy: string, { file, from, to }: Change): () => void {
  const path = join(copy, 'libs/contract/src', file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} does not contain ${from}: update tools/drift/changes.ts.`);
  writeFileSync(path, after);
  return () => writeFileSync(path, before);
}
