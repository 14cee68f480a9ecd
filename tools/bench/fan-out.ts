import { join } from 'node:path';
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
import { atMost, median, type Figure } from './figures';
import { Baseline, cpuSeconds } from './processes';
import {
  insertRuns,
  order,
  progressOf,
  runnerOf,
  spread,
  untilDurable,
  type Durable,
  type Progress,
} from './runs';
import { openEmbeddedStage, openStage } from './stage';

/** One round of both sides. */
export interface FanOutRound {
  drover: Durable & { cpuMs: number };
  ws: Durable;
  insertMs: number;
}

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
