import { lockFile } from '@drover/file-lock';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { DataFolder } from './data-folder';

/** Locks the data folder, because two agents on one folder would start a run twice. Returns the function that unlocks it. */
export async function lockDataFolder(folder: DataFolder): Promise<() => void> {
  const lock = await lockFile(folder.lock);
  if (!lock) {
    throw new Error(
      `Another agent${describeHolder(folder)} uses ${folder.root}. Give this one its own folder with --data.`,
    );
  }
  writeFileSync(folder.pid, String(process.pid));
  return () => {
    rmSync(folder.pid, { force: true });
    lock.release();
  };
}

function describeHolder(folder: DataFolder): string {
  try {
    return ` (process ${readFileSync(folder.pid, 'utf8')})`;
  } catch {
    return '';
  }
}
