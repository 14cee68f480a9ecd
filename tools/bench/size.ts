import { join } from 'node:path';
import type { Benchmark } from './benchmark';
import { connectedDevices, insertDevices, simulate, untilConnected } from './devices';
import { atMost, type Figure } from './figures';
import { progressOf, runnerOf, untilDurable } from './runs';
import { openStage, type PostgresStage } from './stage';

/** How runs of a benchmark write their lines. */
interface Writing {
  name: string;
  devices: number;
  jobs: number;
  lines: number;
  /** Milliseconds between lines that are sent one by one. */
  lineMs?: number;
}

export const size: Benchmark = {
  name: 'size',
  title: 'Size',
  description:
    'Bytes in PostgreSQL with all indexes, after the runs of simulated devices were requested, sent, started, logged ' +
    'and finished. VACUUM runs after each job, as autovacuum does each minute, so that later rows use the room of former ' +
    'versions of a block. Baseline of a run: the same rows in a table with only a primary key. Baseline of a ' +
    'line: the bytes of its text.',
  async measure(form) {
    const scale = form.isFull ? 5 : 1;
    const [short, ...others] = [
      { name: 'of runs with 20 lines', devices: 500, jobs: 10 * scale, lines: 20 },
      {
        name: 'of runs with 20 lines, each in a report of its own',
        devices: 500,
        jobs: 10 * scale,
        lines: 20,
        lineMs: 25,
      },
      { name: 'of runs with 10,000 lines', devices: 5, jobs: 2 * scale, lines: 10_000 },
    ] satisfies Writing[];
    const [run, line] = await measureSize(short);
    const figures = [run, line];
    for (const writing of others) figures.push((await measureSize(writing))[1]);
    return figures;
  },
};

/** Returns the figures of a run and of a line. */
async function measureSize(writing: Writing): Promise<[run: Figure, line: Figure]> {
  const stage = await openStage();
  try {
    await writeRuns(stage, writing);
    const { database } = stage;
    const runs = writing.devices * writing.jobs;
    const lines = runs * writing.lines;
    await database.query(`CREATE TABLE bare (LIKE "Run", PRIMARY KEY (id))`);
    await database.query('INSERT INTO bare SELECT * FROM "Run"');
    await database.query('VACUUM');
    const run = await sizeOf(stage, '"Run"');
    const bare = await sizeOf(stage, 'bare');
    const log = await sizeOf(stage, '"RunLog"');
    const [textBytes, blockBytes] = await bytesOfLines(stage, writing.lines);
    const counted = `${runs.toLocaleString('en')} runs`;
    return [
      {
        name: 'a run',
        unit: 'bytes',
        drover: run.total / runs,
        baseline: bare.total / runs,
        details: `${(run.heap / runs).toFixed(0)} of the row, ${(run.indexes / runs).toFixed(0)} of indexes; ${counted}`,
      },
      {
        name: `a line ${writing.name}`,
        unit: 'bytes',
        drover: log.total / lines,
        baseline: textBytes / lines,
        target: atMost(log.total, textBytes, 'baseline'),
        details:
          `${(blockBytes / lines).toFixed(0)} of the rows, ${((log.heap - blockBytes) / lines).toFixed(0)} of room for later ` +
          `rows, ${(log.indexes / lines).toFixed(0)} of indexes; ${counted}`,
      },
    ];
  } finally {
    await stage.close();
  }
}

async function writeRuns(stage: PostgresStage, { devices, jobs, lines, lineMs = 0 }: Writing): Promise<void> {
  const { children, folder, database, url } = stage;
  const deviceIds = await insertDevices(stage, devices);
  simulate({ children, folder: join(folder, 'devices'), server: url, count: devices, lines, lineMs });
  await untilConnected(connectedDevices(database), devices);
  const run = await runnerOf(stage, deviceIds);
  for (let job = 0; job < jobs; job += 1) {
    await untilDurable(await run(), devices, progressOf(stage));
    await database.query('VACUUM');
  }
}

/** Bytes of the text of all lines, and of the rows that contain them. */
async function bytesOfLines({ database }: PostgresStage, linesOfRun: number): Promise<[number, number]> {
  const { rows } = await database.query<{ text: number; blocks: number }>(
    `SELECT (SELECT sum("logBytes" - 64 * $1) FROM "Run")::float AS text,
            (SELECT sum(pg_column_size(b)) FROM "RunLog" b)::float AS blocks`,
    [linesOfRun],
  );
  return [rows[0].text, rows[0].blocks];
}

/** Bytes of a table: of its rows with what is stored out of line, and of its indexes. */
interface TableSize {
  total: number;
  heap: number;
  indexes: number;
}

async function sizeOf({ database }: PostgresStage, table: string): Promise<TableSize> {
  const { rows } = await database.query<TableSize>(
    `SELECT pg_total_relation_size($1)::float AS total, pg_table_size($1)::float AS heap,
            pg_indexes_size($1)::float AS indexes`,
    [table],
  );
  return rows[0];
}
