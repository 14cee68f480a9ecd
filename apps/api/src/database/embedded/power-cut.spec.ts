import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { Disk } from '../../testing/power-cut/disk';
import { recordDatabase } from '../../testing/power-cut/record-database';
import type { Acknowledgement, Recorded } from '../../testing/power-cut/recording';
import { assertConsistent, readIds, runWorkload } from '../../testing/power-cut/workload';
import { openEmbeddedDatabase } from './embedded';

/** `FAULT_RUNS=100` cuts the power a hundred times. */
const cuts = Number(process.env.FAULT_RUNS ?? 10);

/** One cut in so many happens while the database is created. */
const cutsPerFirstStart = 10;

/** How often each connection of the workload writes. */
const rounds = 40;

/** Recording takes seconds, and each cut a recovery, on an overloaded machine. */
const slowMachineMs = 300_000 + cuts * 60_000;

describe('a power cut', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drover-test-'));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it(
    `loses no acknowledged row in ${cuts} cuts, and the database starts again`,
    async () => {
      const root = join(folder, 'recorded');
      const recorded = await record(root, join(folder, 'recording'));
      const disk = new Disk(root);
      const random = createRandom(cuts);
      const acknowledged: Acknowledgement[] = [];
      const positions = chooseCuts(recorded, random);
      let recoveries = 0;

      for (const [index, entry] of recorded.entries()) {
        if (entry.op === 'acknowledged') acknowledged.push(entry);
        else if (entry.op !== 'ready') disk.run(entry);
        if (!positions.has(index)) continue;

        const image = join(folder, `cut-${index}`);
        // Of what was not synced, the disk has nothing, a part, or everything.
        const share = [0, 0.5, 0.95, 1][Math.floor(random() * 4)];
        disk.writeAfterPowerCut(image, () => random() < share);
        const missing = await findMissing(join(image, 'database'), acknowledged);
        await rm(image, { recursive: true });
        expect({ index, share, missing }).toEqual({ index, share, missing: [] });
        recoveries += 1;
      }
      expect(recoveries).toBe(positions.size);
    },
    slowMachineMs,
  );
});

/** Records the creation of a database and a workload on it. */
function record(root: string, recording: string): Promise<Recorded[]> {
  return recordDatabase({ root, recording, run: (pool) => runWorkload({ pool, rounds, recording }) });
}

/**
 * Chooses the entries after which the power is cut: during the creation of the database, and later after acknowledgements,
 * anywhere, and after a checkpoint has flushed the control file, when the log must be on the disk already.
 */
function chooseCuts(recorded: Recorded[], random: () => number): Set<number> {
  const all = [...recorded.keys()];
  const ready = recorded.findIndex(({ op }) => op === 'ready');
  const later = all.slice(ready);
  const acknowledgements = later.filter((index) => recorded[index].op === 'acknowledged');
  const kinds = [acknowledgements, later, findControlFileSyncs(recorded).filter((index) => index > ready)];

  const positions = new Set<number>();
  for (let attempt = 0; positions.size < cuts; attempt += 1) {
    const isFirstStart = attempt % cutsPerFirstStart === 0;
    const choices = isFirstStart ? all.slice(0, ready) : kinds[attempt % kinds.length];
    positions.add(choices[Math.floor(random() * choices.length)]);
  }
  return positions;
}

/** Returns the entries at which a sync of the control file ended. */
function findControlFileSyncs(recorded: Recorded[]): number[] {
  const controlFiles = new Set<number>();
  const syncs = new Set<number>();
  return recorded.flatMap((entry, index) => {
    if (entry.op === 'open' && entry.path.endsWith('pg_control')) controlFiles.add(entry.file);
    else if (entry.op === 'open') controlFiles.delete(entry.file);
    else if (entry.op === 'syncStart' && controlFiles.has(entry.file)) syncs.add(entry.id);
    return entry.op === 'syncEnd' && syncs.has(entry.id) ? [index] : [];
  });
}

/** Starts the database and returns the acknowledged rows that it lacks. */
async function findMissing(directory: string, acknowledged: Acknowledgement[]): Promise<Acknowledgement[]> {
  // A power cut during the creation leaves no database. The next start creates it.
  if (!existsSync(directory)) return acknowledged;

  let failure: Error | undefined;
  const database = await openEmbeddedDatabase({ directory, onFailure: (error) => (failure = error) });
  const pool = new Pool(database.connection).on('error', () => undefined);
  try {
    if (acknowledged.length === 0) await pool.query('SELECT 1');
    else await assertConsistent(pool);
    const missing: Acknowledgement[] = [];
    for (const table of new Set(acknowledged.map((row) => row.table))) {
      const ids = await readIds(pool, table);
      missing.push(...acknowledged.filter((row) => row.table === table && !ids.has(row.id)));
    }
    return missing;
  } catch (error) {
    throw failure ?? error;
  } finally {
    await pool.end();
    await database.close();
  }
}

/** Returns the same numbers between 0 and 1 for the same seed, so that a failure can be repeated (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
