import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';

/** The flags of open(2) that lock a file on the BSDs and macOS, and libuv's flag for the same on Windows. */
const lockFlags: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20 | (constants.O_NONBLOCK ?? 0),
  freebsd: 0x20 | (constants.O_NONBLOCK ?? 0),
  win32: 0x10000000,
};

/** A file that this process has locked. */
export interface FileLock {
  release: () => void;
}

/**
 * Locks a file for this process; returns undefined if another process has locked it. The operating system releases the
 * lock when the process ends, however it ends, and a paused or busy process keeps it. A lock file with a heartbeat would
 * stay locked too long after a kill, and not long enough for a paused process.
 */
export async function lockFile(path: string): Promise<FileLock | undefined> {
  const descriptor = await openLocked(path);
  return descriptor === undefined ? undefined : { release: () => closeSync(descriptor) };
}

/** Returns a bare descriptor: Node closes a FileHandle without references, which would release the lock. */
async function openLocked(path: string): Promise<number | undefined> {
  const { O_RDWR, O_CREAT } = constants;
  const lockFlag = lockFlags[process.platform];
  if (lockFlag === undefined) {
    const descriptor = openSync(path, O_RDWR | O_CREAT, 0o600);
    if (await flock(descriptor, path)) return descriptor;
    closeSync(descriptor);
    return undefined;
  }

  try {
    return openSync(path, O_RDWR | O_CREAT | lockFlag, 0o600);
  } catch (error) {
    if (['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Locks an open file by the command flock. The lock belongs to the open file, so it outlives the command. */
async function flock(descriptor: number, path: string): Promise<boolean> {
  const command = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] });
  const [exitCode] = (await once(command, 'exit').catch((cause: Error) => {
    throw new Error(`Cannot lock ${path}: the command flock is missing. Install util-linux.`, { cause });
  })) as [number | null];
  return exitCode === 0;
}
