import { Client, type Pool, type QueryResult } from 'pg';
import { streamOf } from '../connection-stream';
import { eventually } from '../../testing/eventually';
import { createEmbeddedTestDatabase, openPool, type TestDatabase } from '../../testing/database';

/** Longer than a chunk of a socket, so that its query arrives in pieces between those of other connections. */
const longText = 'x'.repeat(1_000_000);

/** Opens a connection on which a test writes messages itself. */
async function connectRaw(connectionString: string) {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  const stream = streamOf(client);
  return { stream, end: () => client.end() };
}

/** A message of PostgreSQL's protocol. */
function toMessage(type: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content, 'latin1')]);
}

describe('WireServer', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createEmbeddedTestDatabase();
    pool = openPool(database.url);
    await pool.query('CREATE TABLE flock (id INT PRIMARY KEY, text TEXT)');
  });

  beforeEach(() => pool.query('TRUNCATE flock'));

  afterAll(async () => {
    await pool.end();
    await database.close();
  });

  it('returns each response to the connection that sent the query', async () => {
    const asked = Array.from({ length: 100 }, (_, index) => index);

    const answers = await Promise.all(
      asked.map(async (index) => {
        const isLong = index % 2 === 0;
        const { rows } = isLong
          ? await pool.query('SELECT $1::int AS index, length($2::text) AS length', [index, longText])
          : await pool.query('SELECT $1::int AS index', [index]);
        return rows[0];
      }),
    );

    expect(answers).toEqual(
      asked.map((index) => (index % 2 === 0 ? { index, length: longText.length } : { index })),
    );
  });

  it('isolates concurrent transactions', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const client = await pool.connect();
        await client.query('BEGIN');
        await client.query('INSERT INTO flock VALUES ($1, $2)', [index, longText]);
        await client.query(index % 2 === 0 ? 'COMMIT' : 'ROLLBACK');
        client.release();
      }),
    );

    const { rows } = await pool.query('SELECT id FROM flock ORDER BY id');
    expect(rows).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18].map((id) => ({ id })));
  });

  it('serves other connections while a transaction has no statement', async () => {
    const [idle, other] = await Promise.all([pool.connect(), pool.connect()]);
    expect((await idle.query('BEGIN')).command).toBe('BEGIN');
    await other.query('INSERT INTO flock VALUES (1)');
    expect((await idle.query('SELECT id FROM flock')).rows).toEqual([{ id: 1 }]);
    await idle.query('INSERT INTO flock VALUES (2)');
    await idle.query('ROLLBACK');
    await idle.query('BEGIN');
    await idle.query('COMMIT');
    expect((await other.query('SELECT id FROM flock')).rows).toEqual([{ id: 1 }]);
    idle.release();
    other.release();
  });

  it('serves other connections while a transaction has settings and no statement', async () => {
    const [idle, other] = await Promise.all([pool.connect(), pool.connect()]);
    const begun = await idle.query('BEGIN; SET LOCAL jit = off; SET LOCAL enable_sort = off');
    const commands = (begun as unknown as QueryResult[]).map(({ command }) => command);
    expect(commands).toEqual(['BEGIN', 'SET', 'SET']);
    await other.query('INSERT INTO flock VALUES (1)');
    expect((await other.query('SHOW enable_sort')).rows).toEqual([{ enable_sort: 'on' }]);
    expect((await idle.query('SHOW enable_sort')).rows).toEqual([{ enable_sort: 'off' }]);
    expect((await idle.query('SELECT id FROM flock')).rows).toEqual([{ id: 1 }]);
    await idle.query('COMMIT');
    expect((await other.query('SHOW enable_sort')).rows).toEqual([{ enable_sort: 'on' }]);
    idle.release();
    other.release();
  });

  it('serves other connections while a statement arrives', async () => {
    const { stream, end } = await connectRaw(database.url);
    const insert = Buffer.concat([
      toMessage('P', '\0INSERT INTO flock VALUES (1, $1)\0\0\0'),
      toMessage('B', `\0\0\0\0\0\x01\0\0\0\x03abc\0\0`),
      toMessage('E', '\0\0\0\0\0'),
      toMessage('S', ''),
    ]);
    stream.write(insert.subarray(0, insert.length - 1));
    await pool.query('INSERT INTO flock VALUES (2)');
    expect((await pool.query('SELECT id FROM flock')).rows).toEqual([{ id: 2 }]);
    stream.write(insert.subarray(insert.length - 1));
    await eventually(async () =>
      expect((await pool.query('SELECT text FROM flock WHERE id = 1')).rows).toEqual([{ text: 'abc' }]),
    );
    await end();
  });

  it('rolls back the transaction of a connection that breaks', async () => {
    const client = new Client({ connectionString: database.url });
    client.on('error', () => {});
    await client.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO flock VALUES (1)');
    streamOf(client).destroy();

    const { rows } = await pool.query('SELECT id FROM flock');
    expect(rows).toEqual([]);
  });

  it('separates prepared statements by connection and closes them with it', async () => {
    const prepared = async () => (await pool.query('SELECT name FROM pg_prepared_statements')).rows;
    const clients = await Promise.all([pool.connect(), pool.connect()]);
    for (const round of [1, 2]) {
      const answers = await Promise.all(
        clients.map((client, index) =>
          client.query({ name: 'same', text: `SELECT $1::int + ${index} AS sum`, values: [round * 10] }),
        ),
      );
      expect(answers.map(({ rows }) => rows)).toEqual([[{ sum: round * 10 }], [{ sum: round * 10 + 1 }]]);
    }
    for (const client of clients) client.release(true);
    await eventually(async () => expect(await prepared()).toEqual([]));
  });

  /** Runs a test with connections of its own, and closes them. */
  async function withClients(count: number, run: (clients: Client[]) => Promise<void>): Promise<void> {
    const clients = Array.from({ length: count }, () => new Client({ connectionString: database.url }));
    try {
      for (const client of clients) await client.connect();
      await run(clients);
    } finally {
      for (const client of clients) await client.end();
    }
  }

  it('parses a prepared statement once for all connections', () =>
    withClients(4, async ([first, second, third, other]) => {
      const query = { name: 'twice', text: 'SELECT 2 * $1::int AS twice' };
      for (const [index, client] of [first, second, third].entries()) {
        expect((await client.query({ ...query, values: [index] })).rows).toEqual([{ twice: 2 * index }]);
      }
      const plans = await other.query(
        `SELECT (generic_plans + custom_plans)::int AS plans FROM pg_prepared_statements WHERE statement = $1`,
        [query.text],
      );
      expect(plans.rows).toEqual([{ plans: 3 }]);

      await first.end();
      expect((await second.query({ ...query, values: [5] })).rows).toEqual([{ twice: 10 }]);
    }));

  it('parses a prepared statement again after it failed or was skipped', () =>
    withClients(2, async ([first, second]) => {
      const query = { name: 'later', text: 'SELECT id FROM later' };
      await expect(first.query(query)).rejects.toThrow('"later" does not exist');
      await second.query('CREATE TABLE later (id INT)');
      await first.query('BEGIN');
      const failed = first.query('SELECT nonsense');
      const skipped = first.query(query);
      await expect(failed).rejects.toThrow('"nonsense" does not exist');
      await expect(skipped).rejects.toThrow('current transaction is aborted');
      await first.query('ROLLBACK');

      for (const client of [second, first, first]) expect((await client.query(query)).rows).toEqual([]);
    }));

  it('returns no response of a connection that ended', async () => {
    const brief = openPool(database.url, { idleTimeoutMillis: 1 });
    const ask = async (value: number) => {
      const name = `named${value % 3}`;
      const { rows } = await brief.query({ name, text: `SELECT $1::int AS ${name}`, values: [value] });
      expect(rows).toEqual([{ [name]: value }]);
      if (value % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const callers = Array.from({ length: 8 }, (_, caller) => caller);
    await Promise.all(
      callers.map(async (caller) => {
        for (let index = 0; index < 150; index += 1) await ask(caller * 1000 + index);
      }),
    );
    await brief.end();
  });

  it('continues after an error', async () => {
    await expect(pool.query('SELECT $1::int + nonsense', [1])).rejects.toThrow('"nonsense" does not exist');

    const { rows } = await pool.query('SELECT $1::int AS one', [1]);
    expect(rows).toEqual([{ one: 1 }]);
  });
});
