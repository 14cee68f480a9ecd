import { sql } from 'kysely';
import type { Pool } from 'pg';
import { createTestDatabase, openPool, type TestDatabase } from '../testing/database';
import { db, execute, type Statement } from './sql';
import { executeWith, settleAll, transact } from './transaction';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, { pipeline: true, max: 2 });
  await pool.query('CREATE TABLE flock (id INT PRIMARY KEY)');
});
beforeEach(() => pool.query('TRUNCATE flock'));
afterAll(async () => {
  await pool.end();
  await database.close();
});

const idsOf = async () =>
  (await pool.query<{ id: number }>('SELECT id FROM flock ORDER BY id')).rows.map(({ id }) => id);
const insert = (id: number): Statement<{ id: number }> => ({
  compile: () => sql<{ id: number }>`INSERT INTO flock VALUES (${id}) RETURNING id`.compile(db),
});

describe('transact', () => {
  it('commits what its work does, in the order in which it was sent', async () => {
    const count = await transact(pool, async (client) => {
      const [, { rows }] = await Promise.all([
        client.query('INSERT INTO flock VALUES (1), (2)'),
        client.query('SELECT count(*)::int AS count FROM flock'),
      ]);
      return (rows as { count: number }[])[0].count;
    });
    expect([count, await idsOf()]).toEqual([2, [1, 2]]);
  });

  it('rolls back if its work fails, and reports the first failure', async () => {
    const work = transact(pool, async (client) => {
      await client.query('INSERT INTO flock VALUES (1)');
      await Promise.all([client.query('INSERT INTO flock VALUES (1)'), client.query('SELECT 1')]);
    });
    await expect(work).rejects.toThrow('duplicate key');
    expect(await idsOf()).toEqual([]);
  });

  it('commits together with the last statement', async () => {
    const rows = await transact(pool, async (client, commit) => {
      const inserted = execute(client, insert(1));
      commit();
      await inserted;
      // Another connection sees the row before the work has ended.
      expect(await idsOf()).toEqual([1]);
      return inserted;
    });
    expect(rows).toEqual([{ id: 1 }]);
  });

  it('rolls back if the last statement fails', async () => {
    await pool.query('INSERT INTO flock VALUES (1)');
    const work = transact(pool, async (client, commit) => {
      const inserted = settleAll([execute(client, insert(2)), execute(client, insert(1))]);
      commit();
      await inserted;
    });
    await expect(work).rejects.toThrow('duplicate key');
    expect(await idsOf()).toEqual([1]);
    // The connection is usable.
    expect(await transact(pool, (client) => execute(client, insert(3)))).toEqual([{ id: 3 }]);
  });

  it('does nothing if it cannot begin, and reports why', async () => {
    const settings = 'SET LOCAL "no_such_setting" = off';
    const work = transact(pool, { settings }, (client) => client.query('INSERT INTO flock VALUES (1)'));
    await expect(work).rejects.toThrow('no_such_setting');
    expect(await idsOf()).toEqual([]);
  });
});

describe('executeWith', () => {
  const settings = 'SET LOCAL enable_seqscan = off';

  it('returns the rows of a statement, which is committed', async () => {
    expect(await executeWith(pool, { settings, lock: 'flock' }, insert(1))).toEqual([{ id: 1 }]);
    expect(await idsOf()).toEqual([1]);
  });

  it('runs all statements in one transaction', async () => {
    expect(await executeWith(pool, {}, insert(1), insert(2))).toEqual([{ id: 1 }]);
    await expect(executeWith(pool, {}, insert(3), insert(2))).rejects.toThrow('duplicate key');
    expect(await idsOf()).toEqual([1, 2]);
  });

  it('has its settings for the statement only', async () => {
    const show: Statement<{ enable_seqscan: string }> = {
      compile: () => sql<{ enable_seqscan: string }>`SHOW enable_seqscan`.compile(db),
    };
    expect(await executeWith(pool, { settings }, show)).toEqual([{ enable_seqscan: 'off' }]);
    expect((await pool.query('SHOW enable_seqscan')).rows).toEqual([{ enable_seqscan: 'on' }]);
  });

  it('leaves the connection usable if the statement fails', async () => {
    await executeWith(pool, { settings }, insert(1));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await expect(executeWith(pool, { settings }, insert(1))).rejects.toThrow('duplicate key');
    }
    await executeWith(pool, { settings }, insert(2));
    expect(await idsOf()).toEqual([1, 2]);
  });

  it('reports why it cannot begin', async () => {
    const work = executeWith(pool, { settings: 'SET LOCAL "no_such_setting" = off' }, insert(1));
    await expect(work).rejects.toThrow('no_such_setting');
    expect(await idsOf()).toEqual([]);
  });
});
