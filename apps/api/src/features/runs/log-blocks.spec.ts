import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogLine, LogPage } from '@drover/contract';
import { applyMigrations } from '../../database/migrations';
import { transact } from '../../database/transaction';
import { createTestDatabase, openPool } from '../../testing/database';
import { createDevice, type TestDevice, type TestLink } from '../../testing/test-device';
import { execute } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { prepareLines, writeChanges } from './line-reports';
import { execute as runStatement, type Statement } from '../../database/sql';
import { decodeBlock } from './log-blocks';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;
let link: TestLink;
let runId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner);
  link = await device.connect();
  await execute(owner, [device]);
  ({ runId } = await link.start());
});
afterEach(() => link.close());

async function readLog(query = '?limit=10000'): Promise<LogPage> {
  return (await owner.as.get(`/v1/runs/${runId}/logs${query}`).expect(200)).body as LogPage;
}
const countRows = () => server.context.prisma.runLog.count({ where: { runId } });
const numbered = (first: number, count: number, padding = '') =>
  Array.from({ length: count }, (_, index) => `line ${first + index}${padding}`);

/** Stores a report as a node does. */
const record = (first: number, texts: string[]) =>
  transact(server.context.pool, async (client) => {
    const lines = texts.map((text, index) => ({ seq: first + index, at: 0, level: 'info' as const, text }));
    const frame = { type: 'log' as const, n: 1, runId, lines };
    const sender = { deviceId: device._id, accountId: owner.accountId, bytes: 0 };
    const run = <Row>(statement: Statement<Row>) => runStatement(client, statement);
    const reports = [{ ...sender, frame, time: (at: number) => new Date(at) }];
    return writeChanges(run, await prepareLines(run, reports));
  });

describe('the lines of a run', () => {
  it('keep their text, level and time, and share rows', async () => {
    const texts = ['', ' a  b ', '\\', '\\n', 'a\nb\r\n\\\n', '"é😀"\t', '\u2028', ...numbered(8, 93)];
    const lines = texts.map((text, index) => {
      const level = (['verbose', 'debug', 'info', 'warn', 'error'] as const)[index % 5];
      return { seq: index + 1, at: Date.now() - index * 1000, level, text };
    });
    for (const line of lines) await link.report({ type: 'log', runId, lines: [line] });
    const { items, lastSeq } = await readLog();
    expect(items.map(({ seq, level, text }) => ({ seq, level, text }))).toEqual(
      lines.map(({ seq, level, text }) => ({ seq, level, text })),
    );
    expect(lastSeq).toBe(100);
    const times = items.map(({ at }) => Date.parse(at));
    expect(times[0] - times[99]).toBeGreaterThan(98_000);
    expect(await countRows()).toBe(1);
  });

  it('are returned by pages that begin and end within rows', async () => {
    for (let first = 1; first <= 3000; first += 1000) await link.log(runId, numbered(first, 1000), first);
    expect(await countRows()).toBeLessThan(50);
    const texts: string[] = [];
    for (let after = 0; after < 3000; after += 70) {
      const { items, count, lastSeq } = await readLog(`?after=${after}&limit=70`);
      expect({ count, lastSeq }).toEqual({ count: Math.min(70, 3000 - after), lastSeq: 3000 });
      texts.push(...items.map(({ text }) => text));
    }
    expect(texts).toEqual(numbered(1, 3000));
    expect(await readLog('?after=3000')).toEqual({ count: 0, items: [], lastSeq: 3000 });
  });

  it('are stored once and in order, whatever parts arrive again or late', async () => {
    const expected = numbered(1, 60, 'x'.repeat(300));
    const part = (first: number, last: number) => record(first, expected.slice(first - 1, last));
    expect(await part(11, 20)).toEqual([{ runId, first: 11, last: 20 }]);
    expect(await part(31, 32)).toEqual([{ runId, first: 31, last: 32 }]);
    expect(await part(15, 35)).toEqual([{ runId, first: 21, last: 35 }]);
    expect(await part(12, 18)).toEqual([]);
    expect(await part(50, 60)).toEqual([{ runId, first: 50, last: 60 }]);
    expect(await part(1, 60)).toEqual([{ runId, first: 1, last: 49 }]);
    expect((await readLog()).items.map(({ text }) => text)).toEqual(expected);
  });

  it('may have gaps, which pages pass over', async () => {
    for (let seq = 1; seq < 200; seq += 2) await record(seq, [`line ${seq}`]);
    const { items, lastSeq } = await readLog('?after=10&limit=80');
    expect({ first: items[0].seq, last: items.at(-1)?.seq, lastSeq }).toEqual({
      first: 11,
      last: 169,
      lastSeq: 199,
    });
  });

  it('are stored once if several nodes store them at the same time', async () => {
    const expected = numbered(1, 400);
    const parts = Array.from({ length: 40 }, (_, index) => 1 + ((index * 7) % 38) * 10);
    const ranges = await Promise.all(
      parts.map((first) => record(first, expected.slice(first - 1, first + 19))),
    );
    await record(1, expected);
    const { items } = await readLog();
    expect(items.map(({ text }) => text)).toEqual(expected);
    expect(ranges.flat().length).toBeLessThanOrEqual(parts.length);
    const { logBytes } = await server.context.prisma.run.findUniqueOrThrow({ where: { id: runId } });
    expect(logBytes).toBe(expected.reduce((sum, text) => sum + text.length + 64, 0));
  });
});

describe('the migration of log lines to blocks', () => {
  const name = '20261122170000_log_blocks';
  const migrations = join(__dirname, '../../../prisma/migrations');

  it('keeps each line', async () => {
    const [database, directory] = [await createTestDatabase(), await mkdtemp(join(tmpdir(), 'drover-test-'))];
    const pool = openPool(database.url);
    try {
      await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
      for (const each of (await readdir(migrations)).filter((other) => other < name)) {
        await cp(join(migrations, each), join(directory, each), { recursive: true });
      }
      await applyMigrations(pool, { directory });
      await pool.query(`
        INSERT INTO "Account" (id, email, name) VALUES ('o', 'o', 'o');
        INSERT INTO "Content" (sha256, size, bytes) VALUES ('c', 0, '');
        INSERT INTO "Job" (id, "accountId", kind, name, "codeSha256", vars, env)
          VALUES ('j', 'o', 'execute', '', 'c', '{}', '{}');
        INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", "deliverBy")
          SELECT id, 'j', 'o', 'd', '', now() FROM unnest('{a,b}'::text[]) id;
        INSERT INTO "RunLog" SELECT 'a', n, '2026-01-01 00:00:00.123Z'::timestamptz + n * interval '1 second', 'warn',
          CASE WHEN n = 7 THEN E'a\\\\n\\nb\\\\' ELSE repeat('ä', n) END FROM generate_series(1, 300) n WHERE n <> 100;
        INSERT INTO "RunLog" VALUES ('b', 1, now(), 'info', '')`);
      const before = await pool.query<LogLine & { runId: string }>(
        'SELECT "runId", seq, at, level, text FROM "RunLog" ORDER BY 1, 2',
      );
      await cp(join(migrations, name), join(directory, name), { recursive: true });
      await applyMigrations(pool, { directory });
      const { rows } = await pool.query<{ runId: string; seq: number; lastSeq: number; lines: string }>(
        'SELECT * FROM "RunLog" ORDER BY "runId", seq',
      );
      const after = rows.flatMap((row) => decodeBlock(row).map((line) => ({ runId: row.runId, ...line })));
      expect(after).toEqual(
        before.rows.map((row) => ({ ...row, at: (row.at as unknown as Date).toISOString() })),
      );
      expect(rows.map(({ seq, lastSeq, lines }) => lastSeq - seq + 1 - lines.split('\n').length)).toEqual(
        rows.map(() => 0),
      );
    } finally {
      await pool.end();
      await database.close();
      await rm(directory, { recursive: true });
    }
  });
});
