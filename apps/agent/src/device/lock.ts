import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { lock as lockFolder } from 'proper-lockfile';
import { identityOf } from '../process/process-tree';
import type { DataFolder } from './data-folder';

/** Milliseconds after which the lock of an agent on a machine that went down counts as left behind. */
const staleMs = 10_000;

/** Two agents with one data folder would start a run twice. Answers the function that gives the folder free. */
export async function lockDataFolder(folder: DataFolder, onLost: () => void): Promise<() => Promise<void>> {
  const owner = readOwner(folder);
  const isLeftBehind = owner !== undefined && identityOf(owner.pid) !== owner.identity;
  // An agent that was killed left its lock: its successor need not wait until the lock is stale.
  if (isLeftBehind) rmSync(folder.lock, { recursive: true, force: true });
  const release = await lockFolder(folder.root, {
    lockfilePath: folder.lock,
    stale: staleMs,
    onCompromised: onLost,
  }).catch(() => {
    const whose = owner ? ` (process ${owner.pid})` : '';
    throw new Error(
      `Another agent${whose} uses ${folder.root}. Give this one a folder of its own with --data.`,
    );
  });
  writeFileSync(folder.pid, JSON.stringify({ pid: process.pid, identity: identityOf(process.pid) }));
  return async () => {
    rmSync(folder.pid, { force: true });
    await release();
  };
}

function readOwner(folder: DataFolder): { pid: number; identity?: string } | undefined {
  try {
    return JSON.parse(readFileSync(folder.pid, 'utf8')) as { pid: number; identity?: string };
  } catch {
    return undefined;
  }
}
