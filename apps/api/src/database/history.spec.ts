import { allDevices, type Caller } from '../auth/caller';
import { FAILURE_BOUNDS, LIMITS, RunState, type RunFilter } from '@drover/contract';
import type { Pool } from 'pg';
import { listApprovals } from '../features/approvals/list-approvals';
import { listAudit } from '../features/audit/audit';
import { foldChanges } from '../features/counters/fold-changes';
import { listFailures, listJobFailures } from '../features/failures/failures';
import { getJob } from '../features/jobs/jobs';
import { listJobs } from '../features/jobs/list-jobs';
import { listMessages } from '../features/messages/messages';
import { listRuns } from '../features/runs/list-runs';
import { listScriptStatistics } from '../features/statistics/script-statistics';
import { getStatistics } from '../features/statistics/statistics';
import { explainStatements, type Reading } from '../testing/explain';
import { createTestDatabase, openPool, type TestDatabase } from '../testing/database';
import { seedCounters, seedHistory, type SeededHistory } from '../testing/seed-history';
import { transact } from './transaction';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

const limit = 20;
const maxPages = 6 * limit;
const oldRuns = 300;
const busyRuns = 20_000;

/** Its own, because retention of other specs would delete the seeded rows one by one. */
let database: TestDatabase;
let server: TestServer;
/**
 * Connections for slow statements. The embedded database runs one transaction at a time, and the server closes its own
 * connections if the database does not respond for 10 s.
 */
let loading: Pool;
/** An account whose rows are older than those of the busy one. */
let old: TestAccount;
let busy: TestAccount;
let histories: { old: SeededHistory; busy: SeededHistory };

beforeAll(async () => {
  // The seeded rows are older than retention keeps them.
  database = await createTestDatabase();
  server = await startTestServer({ DATABASE_URL: database.url, RETENTION_DAYS: '0' });
  loading = openPool(database.url, { pipeline: true });
  [old, busy] = [await server.createAccount(), await server.createAccount()];
  histories = {
    old: await seedHistory(loading, { accountId: old.accountId, runs: oldRuns, start: 1_600_000_000 }),
    busy: await seedHistory(loading, { accountId: busy.accountId, runs: 200, start: 1_700_000_000 }),
  };
  await loading.query('ANALYZE');
});
afterAll(async () => {
  await server?.close();
  await loading?.end();
  await database?.close();
});

const historyTables = [
  ...['Approval', 'AuditEntry', 'Job', 'Message', 'Run', 'WebhookDelivery'],
  ...['JobCount', 'RunChange', 'HourlyRuns', 'DailyTimes'],
  ...['Failure', 'FailureTotal', 'FailureCount', 'FailureVersion', 'FailureDevice', 'FailureChange'],
];

/** Tables that folding empties, so PostgreSQL may read them whole. Only the number of rows counts. */
const foldedTables = ['RunChange', 'FailureChange'];
const wholeTables = foldedTables.map((table) => `Seq Scan on ${table}`);

const explain = (list: (context: TestServer['context']) => Promise<unknown>) =>
  explainStatements(server.context, historyTables, list);

const states = (...state: RunState[]): RunFilter => ({ state });

/** Filters that an index answers alone. */
function indexedRunFilters({
  jobId,
  deviceId,
  scriptId,
  early,
  time,
}: SeededHistory): Record<string, RunFilter> {
  return {
    'no filter': {},
    'a cursor': { cursor: early },
    'a time range': { createdAfter: time(0.01), createdBefore: time(0.05) },
    'a job': { jobId },
    'a device': { deviceId },
    'a script': { scriptId },
    'failed runs': states('failed'),
    'lost runs of a script': { scriptId, ...states('lost') },
    'failed runs of a device': { deviceId, ...states('failed') },
    'all problems': states(
      ...RunState.options.filter((state) => !['queued', 'running', 'stopping', 'succeeded'].includes(state)),
    ),
    'open runs': states('queued', 'running', 'stopping'),
    'open runs of a device': { deviceId, ...states('queued', 'running', 'stopping') },
    'open and failed runs': states('queued', 'running', 'stopping', 'failed'),
    'failed runs in a time range': { ...states('failed'), createdBefore: time(0.05) },
  };
}

async function explainAll(whose: 'old' | 'busy'): Promise<Record<string, Reading[]>> {
  const { accountId } = { old, busy }[whose];
  const scope = allDevices(accountId);
  const history = histories[whose];
  const readings: Record<string, Reading[]> = {};
  for (const [name, filter] of Object.entries(indexedRunFilters(history)))
    readings[`runs: ${name}`] = await explain((context) => listRuns(context, scope, { ...filter, limit }));
  const { scriptId, time } = history;
  const lists: Record<string, (context: TestServer['context']) => Promise<unknown>> = {
    jobs: (context) => listJobs(context, scope, { limit }),
    'jobs of a script': (context) => listJobs(context, scope, { scriptId, limit }),
    'jobs of a schedule': (context) => listJobs(context, scope, { trigger: 'schedule', limit }),
    'jobs with failed runs': (context) => listJobs(context, scope, { state: ['failed'], limit }),
    'jobs with lost or rejected runs': (context) =>
      listJobs(context, scope, { state: ['lost', 'rejected'], limit }),
    'jobs of one token': (context) => listJobs(context, scope, { triggerId: accountId, limit }),
    'jobs in a time range': (context) => listJobs(context, scope, { createdBefore: time(0.05), limit }),
    audit: (context) => listAudit(context, accountId, { limit }),
    'audit of an action': (context) => listAudit(context, accountId, { action: 'device.update', limit }),
    'audit of a target': (context) => listAudit(context, accountId, { targetId: history.deviceId, limit }),
    'audit of a token': (context) => listAudit(context, accountId, { tokenId: accountId, limit }),
    'audit of a person': (context) => listAudit(context, accountId, { personId: accountId, limit }),
    approvals: (context) => listApprovals(context, { ...scope, role: 'admin' } as Caller, { limit }),
    'approvals in some states': (context) =>
      listApprovals(context, { ...scope, role: 'admin' } as Caller, {
        state: ['declined', 'expired'],
        limit,
      }),
    'approvals of a member': (context) =>
      listApprovals(context, { ...scope, ...member, role: 'editor' } as Caller, { limit }),
    'approvals of a token of the workspace': (context) =>
      listApprovals(context, { ...scope, ...workspaceToken, role: 'editor' } as Caller, { limit }),
    messages: (context) => listMessages(context, scope, { limit }),
    'messages that are no telemetry': (context) => listMessages(context, scope, { telemetry: false, limit }),
    failures: (context) => listFailures(context, scope, { limit }),
    'failures of a script': (context) => listFailures(context, scope, { scriptId, limit }),
    'failures from the middle': (context) => listFailures(context, scope, { cursor: history.early, limit }),
    'failures since a time': (context) => listFailures(context, scope, { since: time(0.05), limit }),
    'new and rising failures': (context) => listFailures(context, scope, { trend: ['new', 'rising'], limit }),
    'failures of a script since a time': (context) =>
      listFailures(context, scope, { scriptId, since: time(0.05), limit }),
    'failures of a job': (context) =>
      listJobFailures(context, { ...scope, jobId: history.failingJobId }, { limit }),
    'one job': (context) => getJob(context, scope, history.failingJobId),
    'statistics of hours': (context) => getStatistics(context, scope, { interval: 'hour', ...statisticsDay }),
    'statistics of scripts': (context) => listScriptStatistics(context, scope, { ...statisticsDay, limit }),
  };
  for (const [name, list] of Object.entries(lists)) readings[name] = await explain(list);
  return readings;
}

/** Who asked for approvals that `seedHistory` inserts. */
const member = { personId: 'person 14', tokenId: 'token 14' };
const workspaceToken = { personId: null, tokenId: 'token 15' };

/** A day of the counters that `seedCounters` inserts, and the number of its rows. */
const statisticsDay = { from: '2017-08-01T00:00:00Z', to: '2017-08-02T00:00:00Z' };
const maxStatisticsRows = 4 * 3 * 24;

/** Rows that a list may read for a page. Each of the three seeded failures counts its runs of two days, up to a bound. */
function maxRowsOf(name: string): number {
  if (name.startsWith('statistics')) return maxStatisticsRows;
  return 3 * limit + (name.startsWith('failures') ? 3 * 2 * FAILURE_BOUNDS.runsPerDay : 0);
}

/** What each list read that is not an index in its order, or more than its page. */
async function problemsOf(whose: 'old' | 'busy'): Promise<string[]> {
  const readings = Object.entries(await explainAll(whose));
  return readings.flatMap(([name, statements]) =>
    statements.flatMap(({ text, rows, scans, pages, isCompiled }) => [
      ...(isCompiled ? [`${name}: compiled`] : []),
      ...(text.includes('isMatch') && pages > maxPages ? [`${name}: ${pages} pages`] : []),
      ...(rows > maxRowsOf(name) ? [`${name}: ${rows} rows`] : []),
      ...scans
        .filter((scan) => !/^(Index (Only )?Scan|Bitmap Heap Scan)/.test(scan))
        .filter((scan) => !wholeTables.includes(scan))
        .map((scan) => `${name}: ${scan}`),
    ]),
  );
}

describe('lists of a long history', () => {
  const seed = (pool: Pick<Pool, 'query'>) =>
    seedHistory(pool, { accountId: busy.accountId, runs: busyRuns, start: 1_710_000_000 });

  beforeAll(async () => {
    await expect(
      transact(loading, async (client) => {
        await seed(client);
        throw new Error('failed bulk load');
      }),
    ).rejects.toThrow('failed bulk load');
    await loading.query('VACUUM');
    histories.busy = await seed(loading);
    await seedCounters(loading, busy.accountId);
    // Lists also read the changes that are not folded yet.
    await foldChanges(loading);
  });

  it('read only their page after a failed bulk load, VACUUM and a bulk load', async () => {
    expect(await problemsOf('busy')).toEqual([]);
    expect(await problemsOf('old')).toEqual([]);
  });

  it('read only their page before the first ANALYZE', async () => {
    const tables = historyTables.map((table) => `'"${table}"'::regclass`).join();
    await loading.query(`DELETE FROM pg_statistic WHERE starelid IN (${tables})`);
    await loading.query(`UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE oid IN (${tables})`);
    expect(await problemsOf('busy')).toEqual([]);
    expect(await problemsOf('old')).toEqual([]);
  });

  it('read only their page after VACUUM and ANALYZE', async () => {
    await loading.query('VACUUM');
    await loading.query('ANALYZE');
    expect(await problemsOf('busy')).toEqual([]);
    expect(await problemsOf('old')).toEqual([]);
  });
});

describe('filters without an index', () => {
  const list = async (query: string) => (await busy.as.get(`/v1/runs?${query}`).expect(200)).body;

  it('examine a limited number of records for each page', async () => {
    const query = 'state=succeeded&reason=nothing&total=true';
    const first = await list(query);
    expect(first).toEqual({
      count: 0,
      items: [],
      nextCursor: expect.any(String),
      total: 0,
      totalIsCapped: true,
    });
    const readings = await explain((context) =>
      listRuns(context, allDevices(busy.accountId), { state: ['succeeded'], reason: 'nothing' }),
    );
    const rows = readings.reduce((sum, reading) => sum + reading.rows, 0);
    expect(rows).toBeGreaterThanOrEqual(LIMITS.listScanRecords);
    expect(rows).toBeLessThan(1.1 * LIMITS.listScanRecords);
  });

  it('find each match once, on pages of any length', async () => {
    const { pool } = server.context;
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM "Run" WHERE "accountId" = $1 AND state IN ('succeeded', 'failed') AND id LIKE '%3' ORDER BY id DESC`,
      [busy.accountId],
    );
    await pool.query(`UPDATE "Run" SET "exitCode" = 77 WHERE id = ANY($1)`, [rows.map(({ id }) => id)]);
    const found: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page = await list(
        `state=succeeded,failed&exitCode=77&limit=1000${cursor && `&cursor=${cursor}`}`,
      );
      found.push(...page.items.map(({ _id }: { _id: string }) => _id));
      cursor = page.nextCursor;
    }
    expect(found).toEqual(rows.map(({ id }) => id));
  });
});
