import { join } from 'node:path';
import type { Benchmark } from './benchmark';
import { connectedDevices, insertDevices, simulate, untilConnected } from './devices';
import { atMost, median, type Figure } from './figures';
import { cpuSeconds } from './processes';
import { progressOf, runnerOf, untilDurable, type Asked } from './runs';
import { openStage, type PostgresStage } from './stage';

/** Bytes of each result as JSON. */
const resultBytes = 1_000;

interface Side {
  ms: number;
  /** Processor time of the server. */
  cpuMs: number;
}

interface Round {
  drover: Side;
  bare: Side;
}

export const results: Benchmark = {
  name: 'results',
  title: 'Results',
  description:
    'One `POST …/run` to all devices of a fleet, with runs of 100 ms that return a result of 1 kB: the time until the end of ' +
    'every run, and every result, is in the database. Baseline: the same without results, ' +
    'on the same devices. Both sides take turns.',
  async measure(form) {
    const count = form.isFull ? 10_000 : 5_000;
    return [toFigure(count, await measureResults(count, form.isFull ? 12 : 6))];
  },
};

/** Runs rounds with and without results by turns. The first round warms up. */
async function measureResults(count: number, rounds: number): Promise<Round[]> {
  const stage = await openStage();
  try {
    const { children, folder, database, url: server } = stage;
    const deviceIds = await insertDevices(stage, count);
    simulate({ children, folder: join(folder, 'devices'), server, count });
    await untilConnected(connectedDevices(database), count);
    const runners = {
      drover: await runnerOf(stage, deviceIds, { RESULT_BYTES: String(resultBytes) }),
      bare: await runnerOf(stage, deviceIds, { RESULT_BYTES: '0' }),
    };
    const measured: Round[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const withResults = () => measureSide(stage, runners.drover, { runs: count, results: count });
      const without = () => measureSide(stage, runners.bare, { runs: count, results: 0 });
      // The order changes, because the first one may find a busier database.
      if (round % 2 === 0) measured.push({ drover: await withResults(), bare: await without() });
      else {
        const bare = await without();
        measured.push({ drover: await withResults(), bare });
      }
    }
    return measured.slice(1);
  } finally {
    await stage.close();
  }
}

async function measureSide(
  stage: PostgresStage,
  run: () => Promise<Asked>,
  expected: { runs: number; results: number },
): Promise<Side> {
  const before = cpuSeconds(stage.pid);
  const asked = await run();
  const { finished } = await untilDurable(asked, expected.runs, progressOf(stage));
  const cpuMs = (cpuSeconds(stage.pid) - before) * 1000;
  const { rows } = await stage.database.query<{ count: number }>(
    'SELECT count(*)::int FROM "RunResult" WHERE "jobId" = $1',
    [asked.jobId],
  );
  if (rows[0]?.count !== expected.results) {
    throw new Error(`There are ${rows[0]?.count} results instead of ${expected.results}.`);
  }
  return { ms: finished.last, cpuMs };
}

function toFigure(count: number, rounds: Round[]): Figure {
  const middle = (value: (round: Round) => number) => median(rounds.map(value));
  const [drover, baseline] = [middle((round) => round.drover.ms), middle((round) => round.bare.ms)];
  const ratio = middle((round) => round.drover.ms / round.bare.ms);
  return {
    name: `${count.toLocaleString('en')} devices, a result of 1 kB each`,
    unit: 'ms',
    ...{ drover, baseline },
    target: atMost(drover, 1.15 * baseline, '1.15 × baseline'),
    details:
      `median ratio of the ${rounds.length} pairs ${ratio.toFixed(2)}; the server used ` +
      `${middle((round) => round.drover.cpuMs).toFixed(0)} ms of CPU, ${middle((round) => round.bare.cpuMs).toFixed(0)} ms without results`,
  };
}
