import type { RunState } from '@drover/sdk';
import { eventually, Installation } from '@drover/test-installation';
import { type PrivateServer, startPostgres } from '@drover/test-services';
import { Client } from 'pg';
import { describeWithBackingServices } from './testing/backing-services';

/** `npm run faults -- 10000 counters` kills 20 times during jobs on as many devices. */
const requested = process.env.FAULT_RUNS;
const kills = requested ? 20 : 2;
const numberOfDevices = Number(requested ?? 300);

/** On each tenth device both attempts fail. */
const failEvery = 10;
const job = { selector: { all: true }, retry: { attempts: 2, delaySeconds: 1 } } as const;

/** How long devices may take to enrol or connect again, and runs to end. */
const settleMs = 120_000 + numberOfDevices * 20;

let postgres: PrivateServer;
let installation: Installation;

type Counts = Partial<Record<RunState, number>>;

interface Numbers {
  /** Number of runs by state, of each job and of all. */
  jobs: Record<string, Counts>;
  totals: Counts;
  /** Number of times by the timer. */
  duration: number;
  latency: number;
}

async function query<Row extends object>(text: string): Promise<Row[]> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Counts the runs. */
async function countRuns(): Promise<Numbers> {
  const numbers: Numbers = { jobs: {}, totals: {}, duration: 0, latency: 0 };
  const rows = await query<{
    jobId: string;
    state: RunState;
    runs: number;
    started: number;
    measured: number;
  }>(
    `SELECT "jobId", state, count(*) FILTER (WHERE NOT "isRetried")::int AS runs,
       count("startedAt")::int AS started,
       count("startedAt") FILTER (WHERE state IN ('succeeded', 'failed'))::int AS measured
     FROM "Run" GROUP BY 1, 2`,
  );
  for (const { jobId, state, runs, started, measured } of rows) {
    numbers.jobs[jobId] = { ...numbers.jobs[jobId], [state]: runs };
    numbers.totals[state] = (numbers.totals[state] ?? 0) + runs;
    numbers.latency += started;
    numbers.duration += measured;
  }
  return numbers;
}

/** Reads the same numbers from the counters. */
async function readCounters(jobIds: string[]): Promise<Numbers[]> {
  const { drover } = installation;
  const jobs = await Promise.all(
    jobIds.map(async (jobId) => [jobId, withoutZeros((await drover.jobs.get(jobId)).counts)] as const),
  );
  const { items } = await drover.statistics.listScripts();
  const answers = await Promise.all(
    (['hour', 'day'] as const).map((interval) => drover.statistics.get({ interval })),
  );
  return answers.map(({ totals }) => ({
    jobs: Object.fromEntries(jobs),
    totals: withoutZeros(totals),
    duration: items[0].duration?.count ?? 0,
    latency: items[0].latency?.count ?? 0,
  }));
}

function withoutZeros(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([, runs]) => runs > 0));
}

/** Kills the server and its database, in any order, once so many runs have started. Starts both again. */
async function killBoth(started: number): Promise<void> {
  const count = `SELECT count("startedAt")::int AS started FROM "Run"`;
  await eventually(
    () => query<{ started: number }>(count),
    ([row]) => row.started >= started,
    settleMs,
  );
  const victims = [installation.server, postgres];
  await Promise.all((Math.random() < 0.5 ? victims : victims.reverse()).map((victim) => victim.kill()));
  await postgres.start();
  await installation.startServer();
}

const waitUntilOnline = () =>
  eventually(
    () => installation.drover.devices.list({ online: true, limit: 1, total: true }),
    ({ total }) => total === numberOfDevices,
    settleMs,
  );

describeWithBackingServices('counters of runs and statistics', () => {
  beforeAll(async () => {
    postgres = await startPostgres();
    installation = await Installation.start({ env: { DATABASE_URL: postgres.url, RATE_LIMIT: '0' } });
    await installation.startFleet(numberOfDevices, '--fail-every', String(failEvery));
    await waitUntilOnline();
  }, 60_000 + settleMs);
  afterAll(async () => {
    await installation?.close();
    await postgres?.close();
  });

  it(
    'equal a count over the runs after kill -9 of server and database during a fan-out',
    async () => {
      const { drover } = installation;
      const scriptId = await installation.createScript(`throw new Error('on some devices')`);
      const jobIds: string[] = [];
      const failed = Math.floor(numberOfDevices / failEvery);
      let startedBefore = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const started = startedBefore + Math.floor((kill / kills) * numberOfDevices);
        const [{ _id }] = await Promise.all([drover.jobs.create({ scriptId, ...job }), killBoth(started)]);
        jobIds.push(_id);
        const open = `SELECT FROM "Run" WHERE "finishedAt" IS NULL LIMIT 1`;
        await eventually(
          () => query(open),
          (rows) => rows.length === 0,
          settleMs,
        );
        const counted = await countRuns();
        expect(counted.jobs[_id]).toEqual({ succeeded: numberOfDevices - failed, failed });
        expect(await readCounters(jobIds)).toEqual([counted, counted]);
        startedBefore = counted.latency;
        await waitUntilOnline();
      }
      const changes = `SELECT FROM "RunChange" UNION ALL SELECT FROM "TimeChange"`;
      await eventually(
        () => query(changes),
        (rows) => rows.length === 0,
      );
    },
    settleMs * (kills + 1),
  );
});
