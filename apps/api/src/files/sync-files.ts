import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

export const isWindows = process.platform === 'win32';

/** Error codes of file systems that do not implement fsync. */
const unsupportedCodes = ['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/** Writes a file to the disk. It survives a power cut from then on, unless its directory entry is new. */
function syncFile(path: string): void {
  withOpenFile(path, 'r+', fsyncSync);
}

/** Writes the content and the size of a file to the disk, which is all that a file of constant size needs. */
export function syncContent(path: string): void {
  withOpenFile(path, 'r+', fdatasyncSync);
}

/** Writes the entries of a directory to the disk: new, renamed and deleted files. Windows has no such call. */
export function syncDirectory(path: string): void {
  if (!isWindows) withOpenFile(path, 'r', fsyncSync);
}

/** Writes a directory and everything in it to the disk. */
export function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncFile(path);
  }
  syncDirectory(directory);
}

/** Writes a file or a directory to the disk, without blocking this process. */
export async function syncPath(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Fails if the file system of an existing file does not implement fsync. */
export function assertCanSync(path: string): void {
  try {
    syncFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code || !unsupportedCodes.includes(code)) throw error;
    throw new Error(
      `the file system of ${path} does not support fsync (${code}), so a power cut could lose data. ` +
        'Set DATA_DIR to a directory on another file system, or DATABASE_URL to a PostgreSQL server',
    );
  }
}

function withOpenFile(path: string, flags: string, use: (file: number) => void): void {
  const file = openSync(path, flags);
  try {
    use(file);
  } finally {
    closeSync(file);
  }
}
