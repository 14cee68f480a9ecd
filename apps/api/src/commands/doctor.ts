import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { Client } from 'pg';
import { WebSocket } from 'ws';
import { openNatsConnection } from '../bus/nats-connection';
import type { Settings } from '../context/settings';
import { assertUsable } from '../blobs/s3-blobs';
import { bucketOf } from '../blobs/s3-settings';
import { connectToRunning } from '../database/embedded/backup';
import { verifyChains } from '../features/audit/chain';
import { createMailer } from '../features/mail/mailer';
import { checkGit } from '../features/repositories/git';
import { hasTable } from '../database/snapshot';
import { readServerFacts } from '../database/server-facts';
import { assertCanSync } from '../files/sync-files';
import type { CommandInput } from './command-input';

/** How long a connection of a check may take. */
const timeoutMs = 5_000;

/** Maximum difference between the clocks of server and database, see docs/deployment.md. */
const clockDifferenceMs = 2_000;

const oldestPostgresql = 14;

/** What a check found. A problem comes with its fix. */
interface Finding {
  about: string;
  text: string;
  fix?: string;
}

type Check = (settings: Settings) => Promise<Finding[]>;

/** Checks what a server needs, and prints each finding. The exit code is 1 if something must be fixed. */
export async function checkInstallation({ settings, warnings }: CommandInput): Promise<void> {
  const checks: Check[] = [
    checkDatabase,
    checkSecretKey,
    checkNats,
    checkMail,
    checkArtifacts,
    checkRepositories,
    checkPublicUrl,
  ];
  const findings: Finding[] = warnings.map((text) => ({ about: 'Settings', text, fix: 'Correct its name.' }));
  if (warnings.length === 0) findings.push({ about: 'Settings', text: 'valid' });
  for (const check of checks) findings.push(...(await check(settings)));
  for (const { about, text, fix } of findings) {
    console.log(`${fix ? 'problem' : 'ok     '}  ${about}: ${text}`);
    if (fix) console.log(`         Fix: ${fix}`);
  }
  if (findings.some(({ fix }) => fix)) process.exitCode = 1;
}

async function checkDatabase(settings: Settings): Promise<Finding[]> {
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

async function checkSecretKey({ DATABASE_URL, DROVER_SECRET_KEY }: Settings): Promise<Finding[]> {
  const about = 'Secrets';
  if (DROVER_SECRET_KEY) return [{ about, text: 'DROVER_SECRET_KEY is set' }];
  if (!DATABASE_URL) return [{ about, text: 'encrypted with secret.key in the data directory' }];
  const fix = 'Set DROVER_SECRET_KEY on every server (openssl rand -base64 32).';
  return [{ about, text: 'refused, because DROVER_SECRET_KEY is not set', fix }];
}

async function checkNats(settings: Settings): Promise<Finding[]> {
  const about = 'NATS';
  if (!settings.NATS_URL) return [{ about, text: 'not used, which is right for one server' }];
  try {
    const connection = await openNatsConnection(settings, 'doctor');
    await connection.close();
    return [{ about, text: 'reachable' }];
  } catch (error) {
    return [{ about, text: messageOf(error), fix: 'Check NATS_URL, its credentials, and that NATS runs.' }];
  }
}

async function checkMail(settings: Settings): Promise<Finding[]> {
  const about = 'E-mail';
  const mailer = createMailer(settings);
  if (!mailer) return [{ about, text: 'not used, because SMTP_URL is not set' }];
  try {
    await mailer.verify();
  } catch (error) {
    return [
      { about, text: messageOf(error), fix: 'Check SMTP_URL, its credentials, and that the server runs.' },
    ];
  }
  const reachable: Finding = { about, text: 'the SMTP server accepts connections' };
  if (settings.PUBLIC_URL) return [reachable];
  const fix = 'Set PUBLIC_URL: links in e-mails begin with it.';
  return [reachable, { about, text: 'links lead to this machine', fix }];
}

async function checkArtifacts(settings: Settings): Promise<Finding[]> {
  const about = 'Artifacts';
  const bucket = bucketOf(settings);
  if (!bucket) {
    const folder = join(settings.DATA_DIR, 'artifacts');
    return [{ about, text: `in ${folder}${settings.NATS_URL ? ', which all servers must share' : ''}` }];
  }
  try {
    await assertUsable(bucket);
    return [{ about, text: `in the bucket ${bucket.name}: stored, listed, read and deleted an object` }];
  } catch (error) {
    const fix =
      'Check the settings S3_…, that the bucket exists, and that the key may read, write, list and delete.';
    return [{ about, text: `the bucket ${bucket.name} cannot be used (${messageOf(error)})`, fix }];
  }
}

async function checkRepositories(): Promise<Finding[]> {
  const about = 'Git';
  try {
    return [{ about, text: `version ${await checkGit()}` }];
  } catch (error) {
    // Only those who connect repositories need it.
    return [{ about, text: `${messageOf(error)} Git repositories cannot be synced until then.` }];
  }
}

async function checkPublicUrl({ PUBLIC_URL }: Settings): Promise<Finding[]> {
  const about = 'Public URL';
  if (!PUBLIC_URL) {
    return [{ about, text: 'not set, so links and commands show the address that the server listens on' }];
  }
  try {
    const response = await fetch(`${PUBLIC_URL}/healthz`, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`${PUBLIC_URL}/healthz answers ${response.status}`);
  } catch (error) {
    const fix = 'Start the server, and check DNS, the firewall and the proxy.';
    return [{ about, text: `${PUBLIC_URL} is not reachable from here (${messageOf(error)})`, fix }];
  }
  const reachable: Finding = { about, text: `${PUBLIC_URL} is reachable` };
  return [reachable, await checkWebSocket(PUBLIC_URL)];
}

/** The device link begins with an upgrade, which some proxies do not forward. */
async function checkWebSocket(publicUrl: string): Promise<Finding> {
  const socket = new WebSocket(`${publicUrl.replace(/^http/, 'ws')}/link`, { handshakeTimeout: timeoutMs });
  try {
    await once(socket, 'open');
    return { about: 'WebSocket', text: 'devices can connect' };
  } catch (error) {
    const fix = 'Let the proxy forward WebSockets on /link and /autox, see docs/deployment.md.';
    return { about: 'WebSocket', text: messageOf(error), fix };
  } finally {
    socket.on('error', () => undefined).terminate();
  }
}

function messageOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
