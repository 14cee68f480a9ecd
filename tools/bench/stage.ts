import { Drover } from '@drover/sdk';
import { freePort } from '@drover/test-services';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { Children } from '../service/children';
import { startService, untilReady, type Service } from '../service/service';
import { createDatabase } from './database';
import { inspectable, type Inspectable } from './memory';

/** A separate server on a separate database. Closing it deletes both. */
export interface Stage extends Inspectable {
  url: string;
  token: string;
  service: Service;
  drover: Drover;
  accountId: string;
  children: Children;
  folder: string;
  close(): Promise<void>;
}

/** The same on PostgreSQL, with a connection for the benchmark. */
export interface PostgresStage extends Stage {
  databaseUrl: string;
  database: Client;
}

interface StageOptions {
  /** Whether the server has its default rate limit. Without one, accounts do not wait for each other either. */
  isLimited?: boolean;
}

export async function openStage(options: StageOptions = {}): Promise<PostgresStage> {
  const { url: databaseUrl, drop } = await createDatabase();
  const stage = await openService({ ...options, databaseUrl }).catch(async (error: unknown) => {
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

/** Starts the server on its embedded database, optionally with a module that it loads before its own code. */
export function openEmbeddedStage(preloaded?: string): Promise<Stage> {
  return openService({ databaseUrl: '', preloaded });
}

/** Connects to the embedded database of a server while it runs. */
export async function connectToEmbedded({ folder }: Pick<Stage, 'folder'>): Promise<Client> {
  const host = readFileSync(join(folder, 'service/database.socket'), 'utf8');
  const client = new Client({ host, user: 'postgres', database: 'postgres' });
  await client.connect();
  return client;
}

interface ServiceOptions extends StageOptions {
  databaseUrl: string;
  preloaded?: string;
}

async function openService({ databaseUrl, preloaded, isLimited }: ServiceOptions): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'drover-bench-'));
  const lost = new AbortController();
  const children = new Children((error) => {
    console.error(error.message, children.tails());
    lost.abort(error);
  });
  const close = async () => {
    await children.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const inspectPort = await freePort();
  const nodeOptions = [inspectable(inspectPort), ...(preloaded ? [`--require=${preloaded}`] : [])];
  const settings = {
    DATABASE_URL: databaseUrl,
    NODE_OPTIONS: nodeOptions.join(' '),
    ...(!isLimited && { RATE_LIMIT: '0' }),
  };
  try {
    const service = await startService({ children, folder, settings });
    await untilReady(service, AbortSignal.any([lost.signal, AbortSignal.timeout(60_000)]));
    const { url, token, process } = service;
    const pid = process.pid ?? 0;
    const drover = new Drover({ baseUrl: url, token });
    const { _id: accountId } = await drover.accounts.get();
    return { url, token, service, pid, inspectPort, drover, accountId, children, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}
