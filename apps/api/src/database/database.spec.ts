import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openTestDatabase } from '../testing/database';
import { startChild } from '../testing/child';
import { openDatabase, type Database } from './database';
import { newId } from './ids';

const silent = pino({ level: 'silent' });

/** How often a server is killed, and after how many rows. */
const kills = 3;
const rowsPerKill = 50;

/** Creating a database and starting servers takes seconds, and minutes on an overloaded machine. */
const slowMachineMs = 300_000;

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
  let created: string;
  let dataDir: string;

  // Creating a database takes seconds, copying one does not.
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'drover-test-'));
    created = join(parent, 'created', '数据 of drover');
    await (await openDatabase({ dataDir: created, log: silent })).close();
  }, slowMachineMs);

  beforeEach(async () => {
    dataDir = join(await mkdtemp(join(parent, 'copy-')), '数据 of drover');
    await cp(created, dataDir, { recursive: true });
  });

  afterAll(() => rm(parent, { recursive: true, force: true }));

  it('stores rows in a directory with spaces and non-ASCII characters in its name', async () => {
    const first = await openDatabase({ dataDir, log: silent });
    const account = { id: newId(), email: 'meg@example.org', name: 'Meg', passwordHash: 'x' };
    await first.prisma.account.create({ data: account });
    await first.close();

    const second = await openDatabase({ dataDir, log: silent });
    expect(second.kind).toBe('embedded');
    expect(await second.prisma.account.findMany()).toEqual([expect.objectContaining(account)]);
    await second.close();
  });

  it('rejects a data directory that is in use without affecting its user', async () => {
    const first = await openDatabase({ dataDir, log: silent });

    await expect(openDatabase({ dataDir, log: silent })).rejects.toThrow(`in use by process ${process.pid}`);

    expect(await first.isReady()).toBe(true);
    await first.close();
  });

  it(
    'keeps all acknowledged rows when a server is killed',
    async () => {
      for (let round = 0; round < kills; round += 1) {
        const child = startChild(inserter, dataDir);
        let last = 0;
        for (let row = 0; row < rowsPerKill; row += 1) last = Number(await child.nextLine());
        await child.kill();
        for (let line = await child.nextLine(); line; line = await child.nextLine()) last = Number(line);

        const database = await openDatabase({ dataDir, log: silent });
        const { rows } = await database.pool.query('SELECT id FROM flock WHERE id = $1', [last]);
        expect(rows).toEqual([{ id: last }]);
        await database.close();
      }
      // Each round starts two servers, which takes long on a busy machine.
    },
    slowMachineMs,
  );

  describe('on a disk that fails', () => {
    let failed: Promise<Error>;
    let database: Database;
    let segments: string;

    beforeEach(async () => {
      let onFailure: (error: Error) => void = () => {};
      failed = new Promise<Error>((resolve) => (onFailure = resolve));
      database = await openDatabase({ dataDir, log: silent, onFailure });
      segments = join(dataDir, 'database', 'pg_wal');
    });

    afterEach(() => database.close());

    it('reports a failure of the embedded database', async () => {
      const { rows } = await database.pool.query('SELECT pg_walfile_name(pg_current_wal_lsn()) AS name');
      const next = join(
        segments,
        (BigInt(`0x${rows[0].name}`) + 1n).toString(16).toUpperCase().padStart(24, '0'),
      );
      await rm(next, { force: true });

      // PostgreSQL panics if it cannot write its log, as on a full disk.
      await mkdir(next);
      await expect(
        database.pool.query(
          'CREATE TABLE herd (id INT); SELECT pg_switch_wal(); CREATE TABLE flock (id INT)',
        ),
      ).rejects.toThrow();

      expect((await failed).message).toMatch(/^The embedded database in .* failed: .*pg_wal.*\.$/);
    });

    it('does not acknowledge a commit that it cannot make durable', async () => {
      await rm(segments, { recursive: true });

      await expect(database.pool.query('CREATE TABLE flock (id INT)')).rejects.toThrow();

      expect((await failed).message).toMatch(/^The embedded database in .* failed: .*pg_wal.*\.$/);
    });
  });

  it.each([
    ['postgresql://meg:secret@127.0.0.1:1/drover', '127.0.0.1:1', 'connection refused'],
    ['postgresql://meg:secret@host.invalid/drover', 'host.invalid:5432', 'no such host'],
    ['postgresql://meg:secret@localhost/drover?host=/nowhere', '/nowhere', 'no such socket'],
  ])('names the server of %s and no password', async (databaseUrl, server, reason) => {
    const error = await openDatabase({ dataDir, databaseUrl, log: silent }).catch((thrown: Error) => thrown);

    expect(error).toHaveProperty(
      'message',
      `DATABASE_URL: PostgreSQL at ${server} cannot be used: ${reason}.`,
    );
  });

  it.each(['nonsense', 'https://meg:secret@example.org'])('rejects the URL %s', async (databaseUrl) => {
    await expect(openDatabase({ dataDir, databaseUrl, log: silent })).rejects.toThrow(
      new Error('DATABASE_URL is not a URL such as postgresql://user:password@host:5432/database.'),
    );
  });
});

describe('the test database', () => {
  it('is migrated and ready', async () => {
    const database = await openTestDatabase();

    expect(await database.isReady()).toBe(true);
    expect(await database.prisma.account.findMany({ where: { id: newId() } })).toEqual([]);
    await database.close();
    expect(await database.isReady()).toBe(false);
  });
});
