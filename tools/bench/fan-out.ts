import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Benchmark, Form } from './benchmark';
import {
  connectedDevices,
  connectedToBaseline,
  insertDevices,
  inventDevices,
  onlineDevices,
  simulate,
  untilConnected,
} from './devices';
import { atMost, median, quantile, type Figure } from './figures';
import { Baseline, cpuSeconds } from './processes';
import { openEmbeddedStage, openStage, type PostgresStage, type Stage } from './stage';

/** Milliseconds from the request until half, nearly all, and all of the runs came so far. */
interface Durable {
  started: Spread;
  finished: Spread;
}

interface Spread {
  p50: number;
  p99: number;
  last: number;
}

/** One round of both sides. */
export interface FanOutRound {
  drover: Durable & { cpuMs: number };
  ws: Durable;
  insertMs: number;
}

const code = 'console.log(1)';
const pollMs = 25;
const untilDurableMs = 120_000;

export const fanOut: Benchmark = {
  name: 'fan-out',
  title: 'Fan-out',
  description:
    'One `POST …/run` to all devices, whose runs take 100 ms: until every `started`, and every result, is in the ' +
    'database. Baseline: a bare `ws` server that sends the same frames to the same simulator and gets the same answers, ' +
    'and after that one bare INSERT of the rows. The embedded database carries 2,000 devices.',
  async measure(form) {
    const figures: Figure[] = [];
    for (const count of form.isFull ? [1000, 5000, 10_000] : [1000, 5000]) {
      figures.push(...toFigures(count, await measureFanOut(count, form)));
    }
    return [...figures, await measureEmbedded(2000, form)];
  },
};

/** Rounds of Drover and the bare server by turns; the first one is for warming up. */
export async function measureFanOut(count: number, { rounds }: Form): Promise<FanOutRound[]> {
  const stage = await openStage();
  const baseline = await Baseline.start('link');
  try {
    const { children, folder, database } = stage;
    const deviceIds = await insertDevices(stage, count);
    simulate({ children, folder: join(folder, 'devices'), server: stage.url, count });
    await untilConnected(connectedDevices(database), count);
    inventDevices(join(folder, 'bare'), baseline.url, count);
    simulate({ children, folder: join(folder, 'bare'), server: baseline.url, count });
    await untilConnected(connectedToBaseline(baseline), count);
    const run = await runnerOf(stage, deviceIds);
    const results: FanOutRound[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const before = cpuSeconds(stage.pid);
      const drover = await untilDurable(await run(), count, progressOf(stage));
      const cpuMs = (cpuSeconds(stage.pid) - before) * 1000;
      const ws = await baseline.ask<Record<'started' | 'finished', number[]>>({ order });
      const insertMs = await insertRuns(stage, deviceIds);
      results.push({
        drover: { ...drover, cpuMs },
        ws: { started: spread(ws.started), finished: spread(ws.finished) },
        insertMs,
      });
    }
    return results.slice(1);
  } finally {
    await baseline.stop();
    await stage.close();
  }
}

/** What Drover sends, but for the ids of the run. */
const order = {
  ...{
    scriptId: '0'.repeat(24),
    name: 'bench',
    robotName: 'sim-1',
    sha256: '0'.repeat(64),
    size: code.length,
  },
  ...{
    code,
    env: { APP_ENV: 'development', USER_ID: '0'.repeat(24), TIMESTAMP: 0, ROBOT_ID: '0'.repeat(24) },
  },
};

interface Asked {
  jobId: string;
  askedAt: number;
}

async function runnerOf({ drover }: Stage, deviceIds: string[]): Promise<() => Promise<Asked>> {
  const { _id } = await drover.devscripts.create({ name: 'bench' });
  await drover.devscripts.uploadFiles(_id, { code });
  const devices = deviceIds.map((deviceId) => ({ _id: deviceId }));
  return async () => {
    const askedAt = performance.now();
    const { jobId } = await drover.devscripts.run(_id, { devices });
    return { jobId, askedAt };
  };
}

type Progress = (jobId: string) => Promise<{ started: number; finished: number }>;

function progressOf({ database }: PostgresStage): Progress {
  return async (jobId) => {
    const { rows } = await database.query<{ started: number; finished: number }>(
      `SELECT count(*) FILTER (WHERE state <> 'queued')::int AS started,
              count(*) FILTER (WHERE state = 'succeeded')::int AS finished FROM "Run" WHERE "jobId" = $1`,
      [jobId],
    );
    return rows[0] ?? { started: 0, finished: 0 };
  };
}

/** Looks again and again how far the runs of a job have come. */
async function untilDurable({ jobId, askedAt }: Asked, count: number, progress: Progress): Promise<Durable> {
  const durable: Record<'started' | 'finished', number[]> = { started: [], finished: [] };
  while (durable.finished.length < count) {
    const now = await progress(jobId);
    const at = performance.now() - askedAt;
    for (const step of ['started', 'finished'] as const) {
      while (durable[step].length < now[step]) durable[step].push(at);
    }
    if (at > untilDurableMs) throw new Error(`Only ${now.finished} of ${count} runs have ended.`);
    await delay(pollMs);
  }
  return { started: spread(durable.started), finished: spread(durable.finished) };
}

async function insertRuns({ database, accountId }: PostgresStage, deviceIds: string[]): Promise<number> {
  const before = performance.now();
  await database.query(
    `INSERT INTO bench_run (id, "jobId", "accountId", "deviceId", "deviceName", "deliverBy")
     SELECT left(md5(random()::text), 24), $1, $2, id, 'Device', now() FROM unnest($3::text[]) id`,
    ['0'.repeat(24), accountId, deviceIds],
  );
  return performance.now() - before;
}

function spread(times: number[]): Spread {
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), last: quantile(times, 1) };
}

/** The milliseconds of the baseline: the round of frames, then the rows. */
export function bareMs({ ws, insertMs }: FanOutRound, step: 'started' | 'finished'): number {
  return ws[step].last + insertMs;
}

function toFigures(count: number, rounds: FanOutRound[]): Figure[] {
  return (['started', 'finished'] as const).map((step) => {
    const middle = (value: (round: FanOutRound) => number) => median(rounds.map(value));
    const drover = middle((round) => round.drover[step].last);
    const baseline = middle((round) => bareMs(round, step));
    const [p50, p99] = (['p50', 'p99'] as const).map((share) => middle((round) => round.drover[step][share]));
    return {
      name: `${count.toLocaleString('en')} devices, every ${step === 'started' ? '`started`' : 'result'} durable`,
      unit: 'ms',
      drover,
      baseline,
      target: count === 10_000 ? atMost(drover, 2 * baseline, '2.0 × baseline') : undefined,
      details:
        `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, last ${drover.toFixed(0)} ms; the service used ` +
        `${middle((round) => round.drover.cpuMs).toFixed(0)} ms of CPU until the last result; baseline ` +
        `${middle((round) => round.ws[step].last).toFixed(0)} ms of frames, ${middle((round) => round.insertMs).toFixed(0)} ms of INSERT`,
    };
  });
}

async function measureEmbedded(count: number, { rounds }: Form): Promise<Figure> {
  const stage = await openEmbeddedStage();
  try {
    const { children, folder, url, drover } = stage;
    const { key } = await drover.enrolmentKeys.create({ maxUses: count, expiresIn: 3600 });
    simulate({ children, folder: join(folder, 'devices'), server: url, count, key });
    await untilConnected(onlineDevices(stage), count);
    const { items } = await drover.devices.list();
    const run = await runnerOf(
      stage,
      items.map(({ _id }) => _id),
    );
    const progress: Progress = async (jobId) => {
      const { counts } = await drover.jobs.get(jobId);
      return { started: count - counts.queued, finished: counts.succeeded };
    };
    const lasts: Durable[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      lasts.push(await untilDurable(await run(), count, progress));
    }
    const ms = median(lasts.slice(1).map(({ started }) => started.last));
    return {
      name: `${count.toLocaleString('en')} devices on the embedded database, every \`started\` durable`,
      unit: 'ms',
      drover: ms,
      target: atMost(ms, 2000, '2,000 ms'),
      details: `every result after ${median(lasts.slice(1).map(({ finished }) => finished.last)).toFixed(0)} ms`,
    };
  } finally {
    await stage.close();
  }
}
