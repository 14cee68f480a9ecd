import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** What open(2) takes to lock a file on the BSDs and macOS, and what libuv takes for it on Windows. */
const lockFlags: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20 | (constants.O_NONBLOCK ?? 0),
  freebsd: 0x20 | (constants.O_NONBLOCK ?? 0),
  win32: 0x10000000,
};

interface DataDirectory {
  path: string;
  release: () => Promise<void>;
}

/**
 * Takes the data directory for this process alone. The lock is the operating system's: it ends with the
 * process, however that ends, and a process that is stopped or busy keeps it. A lock file with a
 * heartbeat (proper-lockfile) holds too long after a kill, and not long enough for a stopped process.
 */
export async function lockDataDirectory(directory: string): Promise<DataDirectory> {
  const path = resolve(directory);
  const pidFile = join(path, 'server.pid');
  await mkdir(path, { recursive: true, mode: 0o700 });

  const lock = await openLocked(join(path, 'server.lock'));
  if (lock === undefined) {
    const pid = await readFile(pidFile, 'utf8').catch(() => '(unknown)');
    throw new Error(
      `The data directory ${path} is in use by process ${pid}. Stop it, or set DATA_DIR to another directory.`,
    );
  }
  await writeFile(pidFile, String(process.pid));

  return {
    path,
    async release() {
      await rm(pidFile, { force: true });
      closeSync(lock);
    },
  };
}

/** A bare descriptor: a FileHandle that nobody refers to would be closed, and the lock with it. */
async function openLocked(file: string): Promise<number | undefined> {
  const { O_RDWR, O_CREAT } = constants;
  const lockFlag = lockFlags[process.platform];
  if (lockFlag === undefined) {
    const descriptor = openSync(file, O_RDWR | O_CREAT, 0o600);
    if (await flock(descriptor)) return descriptor;
    closeSync(descriptor);
    return undefined;
  }

  try {
    return openSync(file, O_RDWR | O_CREAT | lockFlag, 0o600);
  } catch (error) {
    if (['EAGAIN', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** The lock belongs to the open file, which the command shares with us: it outlives the command. */
async function flock(descriptor: number): Promise<boolean> {
  const command = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] });
  const [exitCode] = (await once(command, 'exit').catch((cause: Error) => {
    throw new Error('The data directory cannot be locked: the command flock (util-linux) is missing.', {
      cause,
    });
  })) as [number | null];
  return exitCode === 0;
}
