import type { DeviceFrame } from '@drover/contract';
import { hashSecret } from '../auth/credentials';
import { newId } from '../database/ids';
import type { Arrival } from '../device-socket/link';
import type { DurableFrame, Report } from '../device-socket/report';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { explainStatements, type Reading } from '../testing/explain';
import { seedHistory } from '../testing/seed-history';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { connectDevices, disconnectDevices } from './presence';
import { recordReports } from './record-reports';

const oldRuns = 20_000;
const count = 500;

/** Tables that grow with the number of runs and connections. */
const tables = ['Run', 'RunLog', 'RunResult', 'DeviceConnection', 'MessageDelivery', 'Device'];

/** Its own, because the statistics of its tables are deleted. */
let database: TestDatabase;
let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ DATABASE_URL: database.url, RETENTION_DAYS: '0' });
  owner = await server.createAccount();
  await seedHistory(server.context.pool, { accountId: owner.accountId, runs: oldRuns, start: 1_600_000_000 });
});
afterAll(async () => {
  await server?.close();
  await database?.close();
});

interface Sent {
  runId: string;
  deviceId: string;
}

/** Inserts devices, each with a run that was sent. */
async function sendRuns(): Promise<Sent[]> {
  const { pool } = server.context;
  const jobId = newId();
  const sent = Array.from({ length: count }, () => ({ runId: newId(), deviceId: newId() }));
  const values = [owner.accountId, sent.map(({ deviceId }) => deviceId)];
  await pool.query(
    `INSERT INTO "Device" (id, "accountId", "tokenHash", name, brand, model, platform, "appVersion", tags, "tagKeys")
     SELECT id, $1, encode(sha256(id::bytea), 'hex'), 'device', '', '', 'linux', '', '{}', '{}' FROM unnest($2::text[]) id`,
    values,
  );
  await pool.query(
    `INSERT INTO "Job" (id, "accountId", kind, name, "codeSha256", vars, env, "triggerKind", "triggerId")
     VALUES ($2, $1, 'script', 'plans', 'seeded', '{}', '{}', 'person', $1)`,
    [owner.accountId, jobId],
  );
  await pool.query(
    `INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", "deliverBy", "sentAt")
     SELECT run, $2, $1, device, device, now() + interval '1 hour', now() FROM unnest($3::text[], $4::text[]) v(run, device)`,
    [owner.accountId, jobId, sent.map(({ runId }) => runId), values[1]],
  );
  return sent;
}

async function deleteStatistics(): Promise<void> {
  const names = tables.map((table) => `'"${table}"'::regclass`).join();
  await server.context.pool.query(`DELETE FROM pg_statistic WHERE starelid IN (${names})`);
  await server.context.pool.query(`UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE oid IN (${names})`);
}

type Steps = Record<string, (sent: Sent[]) => (context: TestServer['context']) => Promise<unknown>>;

const reportAll = (frameOf: (runId: string) => DurableFrame[]) => (sent: Sent[]) => {
  const reports: Report[] = sent.flatMap(({ runId, deviceId }) =>
    frameOf(runId).map((frame) => ({
      ...{ deviceId, accountId: owner.accountId, frame, bytes: 100 },
      time: (at: number) => new Date(at),
    })),
  );
  return (context: TestServer['context']) => recordReports(context, reports);
};

const at = Date.now();
const hello: Extract<DeviceFrame, { type: 'hello' }> = {
  ...{ type: 'hello', protocol: 1, now: at, appVersion: '1', runs: [] },
};
const arrivalOf = ({ deviceId }: Sent, linkId: string): Arrival => ({
  ...{ linkId, hello },
  tokenHash: hashSecret(deviceId),
});
let linkIds: string[];

const steps: Steps = {
  connect: (sent) => (context) => {
    linkIds = sent.map(newId);
    const arrivals = sent.map((run, index) => ({
      ...arrivalOf(run, linkIds[index]),
      hello: { ...hello, runs: [run.runId] },
    }));
    return connectDevices(context, arrivals);
  },
  accept: reportAll((runId) => [{ type: 'accepted', n: 1, runId }]),
  start: reportAll((runId) => [{ type: 'started', n: 2, runId, at }]),
  lines: reportAll((runId) => [
    { type: 'log', n: 3, runId, lines: [{ seq: 1, at, level: 'info', text: 'line' }] },
  ]),
  finish: reportAll((runId) => [{ type: 'finished', n: 4, runId, at, state: 'succeeded', result: 1 }]),
  disconnect: (sent) => (context) =>
    disconnectDevices(
      context,
      sent.map(({ deviceId }, index) => ({ deviceId, linkId: linkIds[index] })),
    ),
};

/** What a statement read beyond the rows of the reports. */
function problemsOf({ text, rows, pairs, scans, isCompiled }: Reading): string[] {
  const statement = text.slice(0, 60);
  return [
    ...(isCompiled ? [`compiled: ${statement}`] : []),
    ...(rows > 4 * count ? [`${rows} rows: ${statement}`] : []),
    ...(pairs > count ? [`${pairs} pairs: ${statement}`] : []),
    ...scans.filter((scan) => scan.startsWith('Seq Scan')).map((scan) => `${scan}: ${statement}`),
  ];
}

async function explainSteps(): Promise<Record<string, string[]>> {
  const sent = await sendRuns();
  const problems: Record<string, string[]> = {};
  for (const [name, step] of Object.entries(steps)) {
    const readings = await explainStatements(server.context, tables, step(sent));
    expect(readings.some(({ rows }) => rows >= count)).toBe(true);
    problems[name] = readings.flatMap(problemsOf);
  }
  const { rows } = await server.context.pool.query<{ state: string; count: number }>(
    'SELECT state, count(*)::int FROM "Run" WHERE id = ANY($1) GROUP BY state',
    [sent.map(({ runId }) => runId)],
  );
  expect(rows).toEqual([{ state: 'succeeded', count }]);
  return problems;
}

const none = Object.fromEntries(Object.keys(steps).map((name) => [name, []]));

describe('reports of many devices beside a long history', () => {
  it('read only their runs before the first ANALYZE', async () => {
    await deleteStatistics();
    expect(await explainSteps()).toEqual(none);
  });

  it('read only their runs after ANALYZE', async () => {
    await server.context.pool.query('ANALYZE');
    expect(await explainSteps()).toEqual(none);
  });
});

describe('reports of starts, lines and results in one batch', () => {
  const whole = reportAll((runId) => [
    { type: 'started', n: 1, runId, at },
    { type: 'log', n: 2, runId, lines: [{ seq: 1, at, level: 'info', text: 'line' }] },
    { type: 'finished', n: 3, runId, at, state: 'succeeded' },
  ]);

  it.each([
    ['writes many results after the rest', count, false],
    ['writes a few results together with the rest', 3, true],
  ])('%s', async (_what, devices, isTogether) => {
    const sent = (await sendRuns()).slice(0, devices);
    await whole(sent)(server.context);
    const { rows } = await server.context.pool.query(
      `SELECT r.state, r."startedAt" IS NOT NULL AS "isStarted", r.xmin = l.xmin AS "isTogether", count(*)::int
       FROM "Run" r JOIN "RunLog" l ON l."runId" = r.id WHERE r.id = ANY($1) GROUP BY 1, 2, 3`,
      [sent.map(({ runId }) => runId)],
    );
    expect(rows).toEqual([{ state: 'succeeded', isStarted: true, isTogether, count: devices }]);
  });
});
