import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { backUpEmbedded, restoreEmbedded } from '../database/embedded/backup';
import { join } from 'node:path';
import { keyFileName } from '../encryption/keys';
import type { CommandInput } from './command-input';

/** Backs up the database while the server works. The key of secrets is not part of it. */
export async function backup({ settings }: CommandInput, target: string): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = settings;
  if (DATABASE_URL) await runPostgres('pg_dump', ['--format=custom', '--file', target], DATABASE_URL);
  else await backUpEmbedded(DATA_DIR, target);
  const key = DATABASE_URL ? 'DROVER_SECRET_KEY' : join(DATA_DIR, keyFileName);
  console.log(
    `The database is backed up to ${target}. Keep a copy of ${key} in another place: it decrypts secrets.`,
  );
}

/** Restores a backup into an empty data directory, or into a database whose servers are stopped. */
export async function restore({ settings }: CommandInput, source: string): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = settings;
  if (DATABASE_URL) {
    const options = ['--clean', '--if-exists', '--single-transaction', '--no-owner', source];
    await runPostgres('pg_restore', options, DATABASE_URL);
  } else {
    await restoreEmbedded(source, DATA_DIR);
  }
  console.log('The database is restored. Start the server. Its devices reconnect by themselves.');
}

/** Runs a PostgreSQL client program. Passes the password in the environment, because other users can read arguments. */
async function runPostgres(program: string, args: string[], databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  const child = spawn(program, ['--dbname', url.href, ...args], { env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit').catch((cause: Error) => {
    throw new Error(`${program} is missing. Install the PostgreSQL client of the server's version.`, {
      cause,
    });
  })) as [number | null];
  if (code !== 0) throw new Error(`${program} failed. It says why above.`);
}
