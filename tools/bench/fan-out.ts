import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Benchmark, Form } from './benchmark';
import {
  connectedDevices,
  connectedToBaseline,
  insertDevices,
  inventDevices,
  simulate,
  untilConnected,
} from './devices';
import { atMost, median, type Figure } from './figures';
import { Baseline, cpuSeconds } from './processes';
import { insertRuns, order, progressOf, runnerOf, spread, untilDurable, type Durable } from './runs';
import { openStage } from './stage';

/** The time between two measurements, in which the last acknowledgements are sent and counters are summed up. */
const quietMs = 3000;

/** The targets for 10,000 devices, as multiples of the baseline. */
const targets = { started: 1.25, finished: 1.4 };

/** The result of one round on both sides. */
export interface FanOutRound {
  drover: Durable & { cpuMs: number };
  ws: Durable;
  insertMs: number;
}

export const fanOut: Benchmark = {
  name: 'fan-out',
  title: 'Fan-out',
  description:
    'One `POST …/run` to all devices, with runs of 100 ms: the time until every `started`, and every result, is in the ' +
    'database. Baseline: a bare `ws` server that exchanges the same frames with the same simulator, followed by one ' +
    'bare INSERT of the rows.',
  async measure(form) {
    const figures: Figure[] = [];
    for (const count of form.isFull ? [1000, 5000, 10_000] : [1000, 5000]) {
      figures.push(...toFigures(count, await measureFanOut(count, form)));
    }
    return figures;
  },
};

/** Runs rounds of Drover and the bare server by turns. The first round warms up. */
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
      await delay(quietMs);
      const before = cpuSeconds(stage.pid);
      const drover = await untilDurable(await run(), count, progressOf(stage));
      const cpuMs = (cpuSeconds(stage.pid) - before) * 1000;
      await delay(quietMs);
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

/** Returns the milliseconds of the baseline: the frames, then the rows. */
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
      target:
        count === 10_000
          ? atMost(drover, targets[step] * baseline, `${targets[step]} × baseline`)
          : undefined,
      details:
        `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, last ${drover.toFixed(0)} ms; the server used ` +
        `${middle((round) => round.drover.cpuMs).toFixed(0)} ms of CPU until the last result; baseline ` +
        `${middle((round) => round.ws[step].last).toFixed(0)} ms of frames, ${middle((round) => round.insertMs).toFixed(0)} ms of INSERT`,
    };
  });
}
