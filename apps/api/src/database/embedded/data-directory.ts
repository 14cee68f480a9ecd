import { lockFile } from '@drover/file-lock';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

interface DataDirectory {
  path: string;
  release: () => Promise<void>;
}

/** Locks the data directory, because two servers on one embedded database would destroy it. */
export async function lockDataDirectory(directory: string): Promise<DataDirectory> {
  const path = resolve(directory);
  const pidFile = join(path, 'server.pid');
  await mkdir(path, { recursive: true, mode: 0o700 });

  const lock = await lockFile(join(path, 'server.lock'));
  if (!lock) {
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
      lock.release();
    },
  };
}
