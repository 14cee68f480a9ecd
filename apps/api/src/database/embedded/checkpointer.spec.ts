import { appendFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { eventually } from '../../testing/eventually';
import { readRecording, recordDatabase } from '../../testing/power-cut/record-database';
import type { Recorded } from '../../testing/power-cut/recording';

const tables = 60;

/** More than there are between two checkpoints. */
const segments = 6;

/** Creating a database takes seconds, and minutes on an overloaded machine. */
const slowMachineMs = 300_000;

describe('Checkpointer', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drover-test-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it(
    'syncs most files before the checkpoint, for which all statements wait',
    async () => {
      const recording = join(folder, 'recording');
      const run = async (pool: Pool) => {
        await changeTables(pool);
        await pool.query('CHECKPOINT');
        await changeTables(pool);
        appendFileSync(recording, `${JSON.stringify(changed)}\n`);
        for (let segment = 0; segment < segments; segment += 1) {
          await pool.query('INSERT INTO t0 VALUES (2)');
          await pool.query('SELECT pg_switch_wal()');
        }
        await eventually(async () => {
          expect(checkpointFiles(await readRecording(recording)).control).toBeGreaterThan(0);
        });
      };
      const { blocking, others } = checkpointFiles(
        await recordDatabase({ root: join(folder, 'recorded'), recording, run }),
      );
      expect(others.size).toBeGreaterThanOrEqual(tables);
      expect(blocking.size).toBeLessThan(tables / 2);
    },
    slowMachineMs,
  );
});

/** Marks the end of the changes, which are in no file of a table yet. */
const changed = { op: 'acknowledged', table: 'changed', id: 0 } satisfies Recorded;

async function changeTables(pool: Pool): Promise<void> {
  for (let table = 0; table < tables; table += 1) {
    await pool.query(`CREATE TABLE IF NOT EXISTS t${table} (id INT)`);
    await pool.query(`INSERT INTO t${table} VALUES (1)`);
  }
}

/** Returns the files of tables that were synced after the mark, and how often the control file was. */
function checkpointFiles(recorded: Recorded[]) {
  const paths = new Map<number, string>();
  const files = { blocking: new Set<string>(), others: new Set<string>(), control: 0 };
  let isAfterMark = false;
  for (const entry of recorded) {
    if (entry.op === 'acknowledged') isAfterMark = true;
    if (entry.op === 'open') paths.set(entry.file, entry.path);
    if (entry.op !== 'syncStart' || !isAfterMark) continue;
    const path = paths.get(entry.file) ?? '';
    if (path.endsWith('pg_control')) files.control += 1;
    else if (path.includes('/base/')) (entry.isBlocking ? files.blocking : files.others).add(path);
  }
  return files;
}
