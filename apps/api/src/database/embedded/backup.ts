import { constants, existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { syncTree } from '../../files/sync-files';
import { lockDataDirectory } from './data-directory';
import { socketFile, socketNumber } from './embedded';

/** The folder of the database in a data directory, and in a backup. */
const folder = 'database';

/**
 * Copies the embedded database of a data directory into an empty folder. While a server uses it, the copy runs inside of a
 * transaction: the database has one session, so nothing changes meanwhile, and requests wait until the copy is made.
 */
export async function backUpEmbedded(dataDir: string, target: string): Promise<void> {
  const source = join(dataDir, folder);
  assertDatabase(source, `${dataDir} contains no embedded database. Set DATA_DIR.`);
  await assertEmpty(target);
  const running = await connectToRunning(source);
  if (!running) return copyWithLock(dataDir, source, target);
  try {
    await running.query('CHECKPOINT');
    await running.query('BEGIN');
    await copyDatabase(source, target);
    await running.query('ROLLBACK');
  } finally {
    await running.end();
  }
}

/** Copies a backup into a data directory without a database. */
export async function restoreEmbedded(source: string, dataDir: string): Promise<void> {
  const backup = join(source, folder);
  assertDatabase(backup, `${source} is not a backup: it has no folder "${folder}" with a database.`);
  await assertEmpty(join(dataDir, folder));
  await copyWithLock(dataDir, backup, dataDir);
}

/** Copies a database while no server uses the data directory. */
async function copyWithLock(dataDir: string, database: string, target: string): Promise<void> {
  const { release } = await lockDataDirectory(dataDir);
  try {
    await copyDatabase(database, target);
  } finally {
    await release();
  }
}

/** Connects to the server that uses the database, if one does. */
export async function connectToRunning(database: string): Promise<Client | undefined> {
  const host = await readFile(socketFile(database), 'utf8').catch(() => undefined);
  if (!host) return undefined;
  const client = new Client({ host, port: socketNumber, user: 'postgres', database: 'postgres' });
  try {
    await client.connect();
    return client;
  } catch {
    // The server was killed. If it runs nevertheless, its lock of the data directory refuses the backup.
    return undefined;
  }
}

function assertDatabase(path: string, message: string): void {
  if (!existsSync(join(path, 'PG_VERSION'))) throw new Error(message);
}

async function assertEmpty(path: string): Promise<void> {
  const entries = await readdir(path).catch(() => []);
  if (entries.length > 0) throw new Error(`${path} is not empty. Choose an empty or new folder.`);
}

/** Copies the folder of a database into another folder, and flushes it to the disk. Leaves nothing if it fails. */
async function copyDatabase(database: string, target: string): Promise<void> {
  const copy = join(target, folder);
  await mkdir(target, { recursive: true, mode: 0o700 });
  try {
    // Shares the blocks with the original where the file system can, which takes no time.
    await cp(database, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
    syncTree(copy);
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
}
