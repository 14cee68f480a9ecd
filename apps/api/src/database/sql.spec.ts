import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestDatabase } from '../testing/database';
import type { Database } from './database';
import {
  anyOf,
  hideFromPlanner,
  insertFrom,
  now,
  secondsAgo,
  texts,
  timestamps,
  unnest,
  when,
} from './expressions';
import { newId } from './ids';
import { db, defineStatement, execute, executeCount, executeFirst, prepared, type Placeholders } from './sql';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const addNode = (id: string, leaseUntil = new Date(0)) => db.insertInto('Node').values({ id, leaseUntil });
const selectNode = (id: string) => db.selectFrom('Node').selectAll().where('id', '=', id);

describe('execute', () => {
  it('returns the rows with the types of their columns', async () => {
    const id = newId();
    await execute(database.pool, addNode(id));
    expect(await execute(database.pool, selectNode(id))).toEqual([{ id, leaseUntil: new Date(0) }]);
    expect(await executeFirst(database.pool, selectNode(id))).toEqual({ id, leaseUntil: new Date(0) });
    expect(await executeFirst(database.pool, selectNode(newId()))).toBeUndefined();
  });

  it('counts the rows that a statement changed', async () => {
    const ids = [newId(), newId()];
    expect(await executeCount(database.pool, addNode(ids[0]))).toBe(1);
    await execute(database.pool, addNode(ids[1]));
    expect(await executeCount(database.pool, db.deleteFrom('Node').where('id', '=', anyOf(ids)))).toBe(2);
  });

  it('runs in a transaction of Prisma', async () => {
    const id = newId();
    const failed = database.prisma.$transaction(async (transaction) => {
      expect(await executeCount(transaction, addNode(id))).toBe(1);
      expect(await execute(transaction, selectNode(id))).toEqual([{ id, leaseUntil: new Date(0) }]);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await execute(database.pool, selectNode(id))).toEqual([]);
  });

  it('is the only way to run a statement', async () => {
    await expect(addNode(newId()).execute()).rejects.toThrow('Run it with execute(client, statement)');
  });
});

describe('defineStatement', () => {
  const selectLeased = defineStatement(({ ids, seconds }: Placeholders<{ ids: string[]; seconds: number }>) =>
    db
      .selectFrom('Node')
      .select('id')
      .where('id', '=', anyOf(ids))
      .where('leaseUntil', '>', secondsAgo(seconds)),
  );

  it('fills in the values of each call and keeps the text', async () => {
    const [old, current] = [newId(), newId()];
    await execute(database.pool, addNode(old));
    await execute(database.pool, addNode(current, new Date()));
    const statements = [
      selectLeased({ ids: [old, current], seconds: 60 }),
      selectLeased({ ids: [old], seconds: 60 }),
    ];
    expect(await execute(database.pool, statements[0])).toEqual([{ id: current }]);
    expect(await execute(database.pool, statements[1])).toEqual([]);
    expect(statements[0].compile().sql).toBe(statements[1].compile().sql);
  });
});

describe('defineStatement with optional values', () => {
  it('builds a statement for each combination of values', async () => {
    const selectNodes = defineStatement(({ ids, id }: Placeholders<{ ids: string[]; id?: string }>) =>
      db
        .selectFrom('Node')
        .select('id')
        .where((eb) => eb.and([eb('id', '=', anyOf(ids)), ...when(id, (value) => eb('id', '=', value))]))
        .orderBy('id'),
    );
    const ids = [newId(), newId()];
    for (const id of ids) await execute(database.pool, addNode(id));
    expect(await execute(database.pool, selectNodes({ ids }))).toEqual(ids.map((id) => ({ id })));
    expect(await execute(database.pool, selectNodes({ ids, id: ids[1] }))).toEqual([{ id: ids[1] }]);
    expect(await execute(database.pool, selectNodes({ ids, id: undefined }))).toHaveLength(2);
  });
});

describe('prepared', () => {
  it('gives statements of the same text the same name', async () => {
    const id = newId();
    await execute(database.pool, addNode(id));
    const statements = [prepared(selectNode(id)), prepared(selectNode(newId())), prepared(addNode(id))];
    expect(await execute(database.pool, statements[0])).toHaveLength(1);
    expect(await execute(database.pool, statements[1])).toHaveLength(0);
    const names = statements.map(({ preparedName }) => preparedName);
    expect(names[1]).toBe(names[0]);
    expect(names[2]).not.toBe(names[0]);
  });

  it('uses a generic plan for an array that is hidden from the planner', async () => {
    const select = defineStatement(({ hashes }: Placeholders<{ hashes: string[] }>) =>
      db
        .selectFrom('AccessToken as t')
        .innerJoin('Account as a', 'a.id', 't.accountId')
        .leftJoin('Person as p', 'p.id', 't.personId')
        .select(['t.id', 'a.name', 'p.email'])
        .where('t.hash', '=', anyOf(hideFromPlanner(hashes))),
    );
    const client = await database.pool.connect();
    try {
      const values = ['a', 'b'].map((letter) => [letter.repeat(64)]);
      for (let n = 0; n < 10; n += 1) await execute(client, prepared(select({ hashes: values[n % 2] })));
      const { rows } = await client.query<{ custom: number; generic: number }>(
        `SELECT custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements
         WHERE statement = $1`,
        [select({ hashes: [] }).compile().sql],
      );
      expect(rows).toEqual([{ custom: 5, generic: 5 }]);
    } finally {
      client.release();
    }
  });
});

describe('insertFrom', () => {
  it('inserts rows from arrays, values and expressions', async () => {
    const ids = [newId(), newId()];
    const leases = [new Date(1), new Date(2)];
    const source = db.selectFrom(unnest('v', { id: texts(ids), leaseUntil: timestamps(leases) }));
    const insert = insertFrom(db.insertInto('Node'), source, (eb) => ({
      id: eb.ref('v.id'),
      leaseUntil: eb.ref('v.leaseUntil'),
    })).returning('leaseUntil');
    expect(await execute(database.pool, insert)).toEqual(leases.map((leaseUntil) => ({ leaseUntil })));

    const [email, accountId] = [`${newId()}@example.org`, newId()];
    const account = insertFrom(
      db.insertInto('Account'),
      db.selectFrom('Node').where('id', '=', ids[0]),
      (eb) => ({
        id: accountId,
        email,
        name: eb.ref('id'),
        isReviewer: true,
        notifySelector: JSON.stringify({ tag: 'a' }),
        createdAt: now,
      }),
    ).returning(['name', 'isReviewer', 'notifySelector']);
    expect(await execute(database.pool, account)).toEqual([
      { name: ids[0], isReviewer: true, notifySelector: { tag: 'a' } },
    ]);
  });
});

describe('db', () => {
  it('makes statements with unknown columns fail to compile', () => {
    // @ts-expect-error -- no such column
    db.selectFrom('Node').select('lease');
    // @ts-expect-error -- no such column
    db.updateTable('Node').set({ lease: new Date() });
    // @ts-expect-error -- no such column
    db.insertInto('Account').values({ id: '', email: '', name: '', nick: '' });
    const nodes = db.selectFrom('Node');
    // @ts-expect-error -- no such column
    insertFrom(db.insertInto('Node'), nodes, () => ({ id: '', leaseUntil: now, lease: now }));
    // @ts-expect-error -- another type
    db.selectFrom('Node').select('id').where('leaseUntil', '=', 5);
  });

  /** The paths of sources below apps/api/src that match, without specs. */
  function findSources(pattern: RegExp, isSearched: (path: string) => boolean = () => true): string[] {
    const folder = join(__dirname, '..');
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && isSearched(path))
      .filter((path) => pattern.test(readFileSync(join(folder, path), 'utf8')));
  }

  it('never sets columns with a function, whose names TypeScript does not check', () => {
    expect(findSources(/\.(set|values|doUpdateSet)\(\((\w*|\{[^)]*\})\) =>/)).toEqual([]);
  });

  it('is the only SQL outside of the database folder, except for savepoints', () => {
    const isSearched = (path: string) => !/^(database|testing|contract-tests)\//.test(path);
    const text = /\.query(<|\()(?!'(ROLLBACK TO )?SAVEPOINT)|Prisma\.(sql|raw|join)|\$(query|execute)Raw/;
    expect(findSources(text, isSearched)).toEqual([]);
  });
});
