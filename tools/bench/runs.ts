import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Vars } from '@drover/contract';
import { quantile } from './figures';
import type { PostgresStage, Stage } from './stage';

/** Milliseconds from the request until half, nearly all, and all of the runs reached a state. */
export interface Durable {
  started: Spread;
  finished: Spread;
}

export interface Spread {
  p50: number;
  p99: number;
  last: number;
}

const code = 'console.log(1)';
const shortestPollMs = 25;
const untilDurableMs = 120_000;

/** The run frame of Drover without the IDs of the run. */
export const order = {
  ...{
    scriptId: '0'.repeat(24),
    name: 'bench',
    robotName: 'sim-1',
    sha256: '0'.repeat(64),
    size: code.length,
  },
  ...{
    code,
    env: {
      APP_ENV: 'development',
      USER_ID: '0'.repeat(24),
      TIMESTAMP: '2026-01-01 00:00:00',
      ROBOT_ID: '0'.repeat(24),
    },
  },
};

/** A requested job and its time. */
export interface Asked {
  jobId: string;
  askedAt: number;
}

/** Creates a function that requests one run on each device. */
export async function runnerOf(
  { drover }: Stage,
  deviceIds: string[],
  vars: Vars = {},
): Promise<() => Promise<Asked>> {
  const { _id } = await drover.devscripts.create({ name: 'bench' });
  await drover.devscripts.uploadFiles(_id, { code });
  const devices = deviceIds.map((deviceId) => ({ _id: deviceId }));
  return async () => {
    const askedAt = performance.now();
    const { jobId } = await drover.devscripts.run(_id, { devices, vars });
    return { jobId, askedAt };
  };
}

export type Progress = (jobId: string) => Promise<{ started: number; finished: number }>;

/**
 * Reads the counters of a job, which its runs change in the same transactions. A poll that counts the runs takes as much
 * processor time as hundreds of devices. Compares the counters with the runs at the end.
 */
export function progressOf({ database }: PostgresStage): Progress {
  const count = async (rows: string, runs: string, jobId: string) => {
    const { rows: counted } = await database.query<{ started: number; finished: number; total: number }>(
      `SELECT coalesce(${runs} FILTER (WHERE state <> 'queued'), 0)::int AS started,
              coalesce(${runs} FILTER (WHERE state = 'succeeded'), 0)::int AS finished,
              coalesce(${runs}, 0)::int AS total FROM (${rows}) counted`,
      [jobId],
    );
    return counted[0] ?? { started: 0, finished: 0, total: 0 };
  };
  return async (jobId) => {
    const now = await count(counters, 'sum(runs)', jobId);
    if (now.finished < now.total) return now;
    const exact = await count('SELECT state FROM "Run" WHERE "jobId" = $1', 'count(*)', jobId);
    if (exact.finished !== now.finished) {
      throw new Error(`The counters say ${now.finished} runs, but ${exact.finished} ended.`);
    }
    return exact;
  };
}

/** Counters, and changes that are not added to them yet. */
const counters = `
  SELECT state, runs FROM "JobCount" WHERE "jobId" = $1
  UNION ALL SELECT state, runs FROM "RunChange" WHERE "jobId" = $1`;

/** Polls the progress of a job, less often while many runs are left. */
export async function untilDurable(
  { jobId, askedAt }: Asked,
  count: number,
  progress: Progress,
): Promise<Durable> {
  const durable: Record<'started' | 'finished', number[]> = { started: [], finished: [] };
  while (durable.finished.length < count) {
    const now = await progress(jobId);
    const at = performance.now() - askedAt;
    for (const step of ['started', 'finished'] as const) {
      while (durable[step].length < now[step]) durable[step].push(at);
    }
    if (at > untilDurableMs) throw new Error(`Only ${now.finished} of ${count} runs ended.`);
    const left = count - (now.started < count ? now.started : now.finished);
    await delay(Math.max(shortestPollMs, left / 100));
  }
  return { started: spread(durable.started), finished: spread(durable.finished) };
}

/** Inserts the rows without Drover. Returns the milliseconds. */
export async function insertRuns(
  { database, accountId }: PostgresStage,
  deviceIds: string[],
): Promise<number> {
  const before = performance.now();
  await database.query(
    `INSERT INTO bench_run (id, "jobId", "accountId", "deviceId", "deviceName", "deliverBy")
     SELECT left(md5(random()::text), 24), $1, $2, id, 'Device', now() FROM unnest($3::text[]) id`,
    ['0'.repeat(24), accountId, deviceIds],
  );
  return performance.now() - before;
}

export function spread(times: number[]): Spread {
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), last: quantile(times, 1) };
}
