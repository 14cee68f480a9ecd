import { PrismaPg } from '@prisma/adapter-pg';
import { join } from 'node:path';
import { Pool, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { PrismaClient } from './client/client';
import { describeConnectionError, describeServer } from './connection-error';
import { lockDataDirectory } from './embedded/data-directory';
import { openEmbeddedDatabase } from './embedded/embedded';
import { startVacuum } from './embedded/vacuum';
import { applyMigrations } from './migrations';
import { watchDatabase } from './watch-database';
import { writeTogether } from './write-together';

/** How long it may take to open a connection or to get one from the pool. */
const connectTimeoutMs = 10_000;

/**
 * More than all units of work that wait for the embedded database's session, so that none waits for a connection. They
 * stay open, because opening and closing one takes a turn of the session.
 */
const embeddedPool = { max: 20, idleTimeoutMillis: 0 };

/** How long a readiness check may take. */
const readyTimeoutMs = 2_000;

/** A transaction waits for a connection as long as other statements do, so that it does not fail under high load. */
const transactionOptions = { maxWait: connectTimeoutMs, timeout: 15_000 };

export interface Database {
  prisma: PrismaClient;
  /** The connections that Prisma uses too, for set-based statements that it cannot express. */
  pool: Pool;
  kind: 'embedded' | 'postgresql';
  isReady: () => Promise<boolean>;
  close: () => Promise<void>;
}

interface DatabaseOptions {
  dataDir: string;
  /** URL of a PostgreSQL server. Without it, the database is embedded in the data directory. */
  databaseUrl?: string;
  log: Pick<Logger, 'info' | 'warn' | 'fatal'>;
  /** Called before pending migrations are applied. */
  onUpgrade?: () => Promise<void>;
  /** Called if the embedded database fails. By default, the process exits. */
  onFailure?: (error: Error) => void;
}

/** Opens the database with all migrations applied. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl ? openPostgresql(options.databaseUrl, options) : openEmbedded(options);
}

async function openPostgresql(databaseUrl: string, options: DatabaseOptions): Promise<Database> {
  const { log } = options;
  const server = describeServer(databaseUrl);
  const config = { connectionString: databaseUrl };
  const pool = openPool(config, log);
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await pool.end();
    throw describeConnectionError(error, server);
  }
  const database = await connect(pool, 'postgresql', options);
  const watch = watchDatabase(pool, config, log);
  return {
    ...database,
    async close() {
      // The watch continues until here, because it also ends connections that do not respond.
      await database.close();
      await watch.end();
    },
  };
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const { dataDir, log, onFailure = exit(log) } = options;
  const directory = await lockDataDirectory(dataDir);
  const releases = [directory.release];
  const release = async () => {
    for (const step of releases) await step();
  };

  try {
    const embedded = await openEmbeddedDatabase({ directory: join(directory.path, 'database'), onFailure });
    releases.unshift(embedded.close);
    const pool = openPool({ ...embedded.connection, ...embeddedPool }, log);
    const database = await connect(pool, 'embedded', options);
    releases.unshift(startVacuum(database.pool, log), database.close);
    return { ...database, close: release };
  } catch (error) {
    await release();
    throw error;
  }
}

function openPool(config: PoolConfig, log: DatabaseOptions['log']): Pool {
  // Statements of a connection are sent without waiting for the responses to earlier ones.
  const pool = new Pool({ ...config, pipeline: true, connectionTimeoutMillis: connectTimeoutMs });
  const warn = (error: Error) => log.warn({ error: error.message }, 'a database connection failed');

  // The pool handles errors of idle connections only. An unhandled error of a connection in use would end the process.
  pool.on('connect', (client) => {
    client.on('error', warn);
    writeTogether(client);
  });
  pool.on('error', warn);
  return pool;
}

async function connect(
  pool: Pool,
  kind: Database['kind'],
  { log, onUpgrade }: DatabaseOptions,
): Promise<Database> {
  let schema: string;
  try {
    schema = await readSchema(pool);
    await applyMigrations(pool, { log, onPending: onUpgrade });
  } catch (error) {
    await pool.end();
    throw error;
  }

  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema }), transactionOptions });
  return {
    prisma,
    pool,
    kind,
    isReady: () => isReady(pool),
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** Returns the schema that the connections use, because Prisma names it in its statements. */
async function readSchema(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ schema: string | null }>('SELECT current_schema()::text AS schema');
  const schema = rows[0]?.schema;
  if (schema) return schema;
  throw new Error(
    'DATABASE_URL: the schema in search_path does not exist. Create it, or leave search_path out.',
  );
}

async function isReady(pool: Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), readyTimeoutMs)));
  const answer = pool.query('SELECT 1').then(
    () => true,
    () => false,
  );
  const isResponding = await Promise.race([answer, timeout]);
  clearTimeout(timer);
  return isResponding;
}

function exit(log: DatabaseOptions['log']) {
  return (error: Error) => {
    log.fatal(error.message);
    process.exit(1);
  };
}
