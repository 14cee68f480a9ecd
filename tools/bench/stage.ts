import { Drover } from '@drover/sdk';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { Children } from '../demo/children';
import { freePort, untilReady } from '../demo/service';
import { createDatabase } from './database';
import { inspectable, type Inspectable } from './memory';

/** A service of its own on a database of its own; closing it leaves nothing behind. */
export interface Stage extends Inspectable {
  url: string;
  token: string;
  drover: Drover;
  accountId: string;
  children: Children;
  folder: string;
  close(): Promise<void>;
}

/** The same on PostgreSQL, which the bench may look into. */
export interface PostgresStage extends Stage {
  databaseUrl: string;
  database: Client;
}

export async function openStage(): Promise<PostgresStage> {
  const { url: databaseUrl, drop } = await createDatabase();
  const stage = await startService(databaseUrl).catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query('CREATE TABLE bench_run (LIKE "Run" INCLUDING ALL)');
  return {
    ...stage,
    databaseUrl,
    database,
    async close() {
      await database.end();
      await stage.close();
      await drop();
    },
  };
}

/** The service as it starts with nothing else installed. */
export function openEmbeddedStage(): Promise<Stage> {
  return startService('');
}

async function startService(databaseUrl: string): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'drover-bench-'));
  const lost = new AbortController();
  const children = new Children((error) => {
    console.error(error.message, children.tails());
    lost.abort(error);
  });
  const url = `http://127.0.0.1:${await freePort()}`;
  const token = `hmp_${randomBytes(32).toString('hex')}`;
  const close = async () => {
    await children.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const inspectPort = await freePort();
  const settings = {
    ...{ DATABASE_URL: databaseUrl, NATS_URL: '', DATA_DIR: join(folder, 'service'), PUBLIC_URL: '' },
    ...{ PORT: new URL(url).port, RATE_LIMIT: '0', LOG_LEVEL: 'warn', DROVER_ADMIN_TOKEN: token },
    NODE_OPTIONS: inspectable(inspectPort),
  };
  try {
    const child = children.start('the service', 'api', { env: { ...process.env, ...settings } });
    await untilReady({ url }, AbortSignal.any([lost.signal, AbortSignal.timeout(60_000)]));
    const drover = new Drover({ baseUrl: url, token });
    const { _id: accountId } = await drover.accounts.get();
    const pid = child.process.pid ?? 0;
    return { url, token, pid, inspectPort, drover, accountId, children, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}
