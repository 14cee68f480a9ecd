import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Benchmark, Form } from './benchmark';
import { connectedDevices, insertDevices, simulate, untilConnected } from './devices';
import { atLeast, median, type Figure } from './figures';
import { cpuSeconds } from './processes';
import { progressOf, runnerOf, untilDurable } from './runs';
import { openStage, type PostgresStage } from './stage';

const wantedPerSecond = 20_000;

export const logLines: Benchmark = {
  name: 'log-lines',
  title: 'Log lines',
  description:
    'Lines of some 200 bytes, from the run request until the results, which follow the lines, are in the database. ' +
    'Baseline: one COPY of the same lines into a table with one row per line.',
  async measure(form) {
    const total = form.isFull ? 40_000 : 20_000;
    return [
      await measureLines({ devices: 1, total }, form),
      await measureLines({ devices: 100, total }, form),
    ];
  },
};

async function measureLines(
  { devices, total }: { devices: number; total: number },
  { rounds }: Form,
): Promise<Figure> {
  const stage = await openStage();
  try {
    const { database, folder, url, children } = stage;
    await database.query(
      'CREATE TABLE bench_log ("runId" text, seq int, at timestamptz(3), level text, text text, PRIMARY KEY ("runId", seq))',
    );
    const deviceIds = await insertDevices(stage, devices);
    const simulated = { children, folder: join(folder, 'devices'), server: url, count: devices };
    simulate({ ...simulated, lines: total / devices, runMs: 0 });
    await untilConnected(connectedDevices(database), devices);
    const run = await runnerOf(stage, deviceIds);
    const speeds: { drover: number; baseline: number; cpuSeconds: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const before = cpuSeconds(stage.pid);
      const asked = await run();
      const { finished } = await untilDurable(asked, devices, progressOf(stage));
      const used = cpuSeconds(stage.pid) - before;
      const copyMs = await copyLines(stage, asked.jobId, total);
      speeds.push({
        drover: perSecond(total, finished.last),
        baseline: perSecond(total, copyMs),
        cpuSeconds: used,
      });
    }
    const middle = (key: 'drover' | 'baseline' | 'cpuSeconds') =>
      median(speeds.slice(1).map((speed) => speed[key]));
    return {
      name: `durable lines from ${devices === 1 ? 'one device' : `${devices} devices`}`,
      unit: 'lines/s',
      drover: middle('drover'),
      baseline: middle('baseline'),
      target: atLeast(middle('drover'), wantedPerSecond, '20,000 lines/s'),
      details: `the server used ${((middle('cpuSeconds') / total) * 1e6).toFixed(0)} µs of CPU per line`,
    };
  } finally {
    await stage.close();
  }
}

function perSecond(count: number, ms: number): number {
  return (count / ms) * 1000;
}

/** Copies the lines of a job. Returns the milliseconds. */
async function copyLines({ database }: PostgresStage, jobId: string, total: number): Promise<number> {
  const { rows } = await database.query<{ line: string }>(
    `SELECT concat_ws(E'\\t', b."runId", b.seq + l.n - 1, to_timestamp(split_part(l.line, ' ', 1)::float / 1000),
                      split_part(l.line, ' ', 2), substr(l.line, strpos(l.line, ' ') + 6)) AS line
     FROM "RunLog" b JOIN "Run" r ON r.id = b."runId", string_to_table(b.lines, E'\\n') WITH ORDINALITY l(line, n)
     WHERE r."jobId" = $1`,
    [jobId],
  );
  if (rows.length !== total) throw new Error(`${rows.length} of ${total} lines were stored.`);
  const text = rows.map(({ line }) => `${line}\n`).join('');
  const before = performance.now();
  await pipeline(Readable.from([text]), database.query(copyFrom('COPY bench_log FROM STDIN')));
  return performance.now() - before;
}
