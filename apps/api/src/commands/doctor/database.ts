import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Settings } from '../../context/settings';
import { connectToRunning } from '../../database/embedded/backup';
import { readServerFacts } from '../../database/server-facts';
import { hasTable } from '../../database/snapshot';
import { verifyChains } from '../../features/audit/chain';
import { assertCanSync } from '../../files/sync-files';
import { messageOf, type Finding } from './finding';

/** Maximum difference between the clocks of server and database, see docs/deployment.md. */
const clockDifferenceMs = 2_000;

const oldestPostgresql = 14;

/** Checks the database that the settings name: its version, its clock, how it commits, and the audit logs in it. */
export async function checkDatabase(settings: Settings): Promise<Finding[]> {
  return settings.DATABASE_URL ? checkPostgresql(settings.DATABASE_URL) : checkEmbedded(settings.DATA_DIR);
}

async function checkEmbedded(dataDir: string): Promise<Finding[]> {
  const about = 'Database';
  const directory = join(dataDir, 'database');
  if (!existsSync(directory)) return [{ about, text: `embedded, created in ${dataDir} at the first start` }];
  try {
    assertCanSync(join(directory, 'PG_VERSION'));
  } catch (error) {
    return [{ about, text: messageOf(error), fix: 'Choose another DATA_DIR, or repair the directory.' }];
  }
  const running = await connectToRunning(directory);
  const found = {
    about,
    text: `embedded in ${dataDir}, ${running ? 'in use by a server' : 'no server uses it'}`,
  };
  if (!running) return [found];
  return [found, ...(await checkAudit(running))];
}

async function checkPostgresql(databaseUrl: string): Promise<Finding[]> {
  try {
    const { majorVersion, synchronousCommit, now } = await readServerFacts(databaseUrl);
    const found = [
      databaseVersion(majorVersion),
      commits(synchronousCommit),
      clock(now.getTime() - Date.now()),
    ];
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    return [...found, ...(await checkAudit(client))];
  } catch (error) {
    const fix = 'Check DATABASE_URL, and that PostgreSQL runs and accepts this user.';
    return [{ about: 'Database', text: messageOf(error), fix }];
  }
}

/** Verifies the audit logs, and closes the connection. */
async function checkAudit(client: Client): Promise<Finding[]> {
  try {
    return await findBrokenChains(client);
  } finally {
    await client.end();
  }
}

async function findBrokenChains(client: Client): Promise<Finding[]> {
  const about = 'Audit log';
  if (!(await hasTable(client, 'AuditChain'))) return [{ about, text: 'none yet' }];
  const fix = 'Someone changed the database. Compare it with a backup, and with what you have exported.';
  let entries = 0;
  const broken: Finding[] = [];
  for await (const chain of verifyChains(client)) {
    entries += chain.entries;
    if (chain.problem) broken.push({ about, text: `workspace ${chain.accountId}: ${chain.problem}`, fix });
  }
  return broken.length > 0 ? broken : [{ about, text: `${entries} entries, none was changed or deleted` }];
}

function databaseVersion(majorVersion: number): Finding {
  const text = `PostgreSQL ${majorVersion}`;
  const fix = `Upgrade to PostgreSQL ${oldestPostgresql} or newer.`;
  return { about: 'Database', text, ...(majorVersion < oldestPostgresql && { fix }) };
}

function commits(sync: string): Finding {
  const text = `synchronous_commit is ${sync}`;
  const fix = 'Turn it on: otherwise a power cut can lose what was answered with success.';
  return { about: 'Database', text, ...(sync === 'off' && { fix }) };
}

function clock(differenceMs: number): Finding {
  const text = `differs from the database's by ${(Math.abs(differenceMs) / 1000).toFixed(1)} s`;
  const isClose = Math.abs(differenceMs) <= clockDifferenceMs;
  return { about: 'Clock', text, ...(!isClose && { fix: 'Set both clocks by NTP.' }) };
}
