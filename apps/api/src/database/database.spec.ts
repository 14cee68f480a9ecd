import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openTestDatabase } from '../testing/database';
import { startChild } from '../testing/child';
import { openDatabase } from './database';
import { newId } from './ids';

const log = pino({ level: 'silent' });

/** A server that inserts rows as fast as it can and prints each that was acknowledged. */
const inserter = `
  const { openDatabase } = require(${JSON.stringify(join(__dirname, 'database.ts'))});
  const log = { info() {}, warn() {}, fatal() {} };
  openDatabase({ dataDir: process.argv[1], log }).then(async ({ pool }) => {
    await pool.query('CREATE TABLE IF NOT EXISTS flock (id SERIAL PRIMARY KEY)');
    for (;;) {
      const { rows } = await pool.query('INSERT INTO flock DEFAULT VALUES RETURNING id');
      console.log(rows[0].id);
    }
  });
`;

describe('openDatabase', () => {
  let parent: string;
  let dataDir: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'drover-test-'));
    dataDir = join(parent, '数据 of drover');
  });

  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('keeps rows in a directory whatever its name', async () => {
    const first = await openDatabase({ dataDir, log });
    const account = { id: newId(), email: 'meg@example.org', name: 'Meg', passwordHash: 'x' };
    await first.prisma.account.create({ data: account });
    await first.close();

    const second = await openDatabase({ dataDir, log });
    expect(second.kind).toBe('embedded');
    expect(await second.prisma.account.findMany()).toEqual([expect.objectContaining(account)]);
    await second.close();
  });

  it('refuses a directory that is open, which stays open', async () => {
    const first = await openDatabase({ dataDir, log });

    await expect(openDatabase({ dataDir, log })).rejects.toThrow(`in use by process ${process.pid}`);

    expect(await first.isReady()).toBe(true);
    await first.close();
  });

  it('loses no acknowledged row of a server that is killed', async () => {
    for (let round = 0; round < 3; round += 1) {
      const child = startChild(inserter, dataDir);
      let last = Number(await child.nextLine());
      for (let row = 0; row < 200; row += 1) last = Number(await child.nextLine());
      await child.kill();
      for (let line = await child.nextLine(); line; line = await child.nextLine()) last = Number(line);

      const database = await openDatabase({ dataDir, log });
      const { rows } = await database.pool.query('SELECT id FROM flock WHERE id = $1', [last]);
      expect(rows).toEqual([{ id: last }]);
      await database.close();
    }
  });

  it('tells of an embedded database that fails', async () => {
    let onFailure: (error: Error) => void = () => {};
    const failed = new Promise<Error>((resolve) => (onFailure = resolve));
    const database = await openDatabase({ dataDir, log, onFailure });

    // Without the files of its log PostgreSQL panics, as it does on a full disk.
    await rm(join(dataDir, 'database', 'pg_wal'), { recursive: true });
    await database.pool.query('SELECT pg_switch_wal()');
    await expect(database.pool.query('CREATE TABLE flock (id INT)')).rejects.toThrow();

    expect((await failed).message).toMatch(/^The embedded database in .* failed: .*pg_wal.*\.$/);
    await database.close();
  });

  it.each([
    ['postgresql://meg:secret@127.0.0.1:1/drover', '127.0.0.1:1', 'nothing listens there'],
    ['postgresql://meg:secret@host.invalid/drover', 'host.invalid:5432', 'no such host'],
    ['postgresql://meg:secret@localhost/drover?host=/nowhere', '/nowhere', 'no such socket'],
  ])('names the server of %s and no password', async (databaseUrl, server, reason) => {
    const error = await openDatabase({ dataDir, databaseUrl, log }).catch((thrown: Error) => thrown);

    expect(error).toHaveProperty(
      'message',
      `DATABASE_URL: PostgreSQL at ${server} cannot be used: ${reason}.`,
    );
  });

  it.each(['nonsense', 'https://meg:secret@example.org'])('refuses %s as a URL', async (databaseUrl) => {
    await expect(openDatabase({ dataDir, databaseUrl, log })).rejects.toThrow(
      new Error('DATABASE_URL is not a URL such as postgresql://user:password@host:5432/database.'),
    );
  });
});

describe('the database of a test run', () => {
  it('is migrated and ready', async () => {
    const database = await openTestDatabase();

    expect(await database.isReady()).toBe(true);
    expect(await database.prisma.account.findMany({ where: { id: newId() } })).toEqual([]);
    await database.close();
    expect(await database.isReady()).toBe(false);
  });
});
