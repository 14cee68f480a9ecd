import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase, type Database } from '../database';
import { vacuumTables } from './vacuum';

describe('vacuumTables', () => {
  let dataDir: string;
  let database: Database;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'drover-vacuum-'));
    database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) });
  });
  afterAll(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  it('lets updates reuse the room of dead rows, and leaves unchanged tables alone', async () => {
    const { pool } = database;
    await pool.query(
      'CREATE TABLE "Sheep" AS SELECT n, repeat(\'x\', 500) AS wool FROM generate_series(1, 5000) n',
    );
    await vacuumTables(pool);
    const readSize = async () =>
      (await pool.query<{ size: number }>(`SELECT pg_relation_size('"Sheep"')::int AS size`)).rows[0].size;
    const before = await readSize();
    for (let round = 0; round < 5; round += 1) {
      await pool.query('UPDATE "Sheep" SET n = n + 1');
      // PostgreSQL counts at most once a second otherwise.
      await pool.query('SELECT pg_stat_force_next_flush()');
      expect(await vacuumTables(pool)).toContain('"Sheep"');
    }
    expect(await readSize()).toBeLessThan(2.5 * before);
    // A statistics target of 25 gives a histogram 26 bounds. The default of 100 gives it 101.
    const { rows } = await pool.query<{ bounds: number }>(
      `SELECT array_length(histogram_bounds::text::int[], 1) AS bounds FROM pg_stats WHERE tablename = 'Sheep' AND attname = 'n'`,
    );
    expect(rows).toEqual([{ bounds: 26 }]);
    expect(await vacuumTables(pool)).toEqual([]);
  });

  it.each([
    { which: 'until no other statement runs', maxWaitMs: 30_000, others: 100, isBusyAfter: false },
    { which: 'no longer than it may', maxWaitMs: 300, others: Infinity, isBusyAfter: true },
  ])('waits $which', async ({ maxWaitMs, others, isBusyAfter }) => {
    const { pool } = database;
    await pool.query('UPDATE "Sheep" SET n = n + 1');
    await pool.query('SELECT pg_stat_force_next_flush()');
    let isBusy = true;
    let isDone = false;
    const other = (async () => {
      for (let n = 0; n < others && !isDone; n += 1) {
        await pool.query('SELECT 1');
        await delay(10);
      }
      isBusy = false;
    })();
    expect(await vacuumTables(pool, { maxWaitMs })).toContain('"Sheep"');
    expect(isBusy).toBe(isBusyAfter);
    isDone = true;
    await other;
  });
});
