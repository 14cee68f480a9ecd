import type { AuditEntry } from '@drover/contract';
import type { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { eventually } from '../../testing/eventually';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { deleteExpired } from '../retention/retention';
import { newId } from '../../database/ids';
import { verifyChains, type VerifiedChain } from './chain';

let database: TestDatabase;
let server: TestServer;
let owner: TestAccount;
let pool: Pool;

beforeAll(async () => {
  // Retention and manipulations concern all accounts of a database.
  database = await createTestDatabase();
  server = await startTestServer({ DATABASE_URL: database.url });
  ({ pool } = server.context);
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  owner = await server.createAccount();
});

async function verify(): Promise<VerifiedChain> {
  const client = await pool.connect();
  try {
    for await (const chain of verifyChains(client)) if (chain.accountId === owner.accountId) return chain;
    throw new Error('The account has no chain.');
  } finally {
    client.release();
  }
}

const insert = (changes: { action?: string; id?: string; address?: string } = {}) => {
  const entry = { id: newId(), action: 'device.update', address: '::1', requestId: 'r', ...changes };
  return server.context.prisma.auditEntry.create({ data: { ...entry, accountId: owner.accountId } });
};

/** Does what only someone can do who has control of the database. */
const manipulate = (sql: string) =>
  pool.query(
    `ALTER TABLE "AuditEntry" DISABLE TRIGGER USER; ${sql}; ALTER TABLE "AuditEntry" ENABLE TRIGGER USER`,
  );

describe('the chain of audit entries', () => {
  it('contains each change of a workspace, in the order in which they were written', async () => {
    await owner.as.post('/v1/devscripts').send({ name: 'Ä "quoted" \\ \n \u2028 😀' }).expect(201);
    await owner.as.post('/v1/device-groups').send({ name: 'One', devices: [] }).expect(201);
    await eventually(async () => expect(await verify()).toMatchObject({ entries: 2, head: { number: 2 } }));
    const chain = await verify();
    expect(chain).not.toHaveProperty('problem');
    const { items } = (await owner.as.get('/v1/audit').expect(200)).body as { items: AuditEntry[] };
    expect(items.map(({ number }) => number).sort()).toEqual([1, 2]);
    expect(items.find(({ number }) => number === 2)).toMatchObject({ hash: chain.head.hash });
  });

  it('is without a gap after simultaneous changes', async () => {
    await Promise.all(Array.from({ length: 40 }, () => insert()));
    expect(await verify()).toEqual({
      accountId: owner.accountId,
      entries: 40,
      head: { number: 40, hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    });
  });

  it('cannot be changed by statements', async () => {
    const { id } = await insert();
    for (const statement of [
      `UPDATE "AuditEntry" SET address = '1.2.3.4' WHERE id = '${id}'`,
      `DELETE FROM "AuditEntry" WHERE id = '${id}'`,
    ]) {
      await expect(pool.query(statement)).rejects.toThrow('Audit entries cannot be changed or deleted');
    }
    expect(await verify()).toMatchObject({ entries: 1 });
  });

  it.each([
    [
      'changed',
      (id: string) => `UPDATE "AuditEntry" SET address = 'x' WHERE id = '${id}'`,
      'number 2 .* was changed',
    ],
    ['deleted', (id: string) => `DELETE FROM "AuditEntry" WHERE id = '${id}'`, 'number 2 is missing'],
  ])('names the first entry that was %s', async (_what, statement, problem) => {
    await insert();
    const { id } = await insert();
    await insert();
    await manipulate(statement(id));
    expect(await verify()).toMatchObject({ entries: 1, problem: expect.stringMatching(problem) as string });
  });

  it('names the end if the newest entries were deleted', async () => {
    await insert();
    const { id } = await insert();
    await manipulate(`DELETE FROM "AuditEntry" WHERE id = '${id}'`);
    expect(await verify()).toMatchObject({ problem: 'the entries after number 1 are missing, up to 2' });
  });

  it('continues after the entries that retention has deleted', async () => {
    const old = (n: number) => `1${String(n).padStart(23, '0')}`;
    await insert({ id: old(1) });
    await insert({ id: old(2) });
    await insert();
    await deleteExpired(server.context);
    expect(await verify()).toMatchObject({ entries: 1, head: { number: 3 } });
    expect(await verify()).not.toHaveProperty('problem');
    await insert();
    expect(await verify()).toMatchObject({ entries: 2, head: { number: 4 } });
    expect(await verify()).not.toHaveProperty('problem');
  });
});

describe('GET /v1/audit/export', () => {
  const lines = async (query = '') => {
    const { text } = await owner.as.get(`/v1/audit/export${query}`).buffer(true).expect(200);
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as AuditEntry);
  };

  it('streams all entries as JSON lines, the oldest first', async () => {
    await server.context.prisma.auditEntry.createMany({
      data: Array.from({ length: 1200 }, (_, n) => ({
        ...{ id: newId(), accountId: owner.accountId, action: n % 2 ? 'device.update' : 'device.remove' },
        ...{ address: '::1', requestId: String(n) },
      })),
    });
    const entries = await lines();
    expect(entries).toHaveLength(1200);
    expect(entries.map(({ _id }) => _id)).toEqual(entries.map(({ _id }) => _id).toSorted());
    expect(await lines('?action=device.remove')).toHaveLength(600);
    const { items } = (await owner.as.get('/v1/audit?limit=1').expect(200)).body as { items: AuditEntry[] };
    expect(entries.at(-1)).toEqual(items[0]);
    expect(await lines('?createdAfter=2090-01-01T00:00:00Z')).toEqual([]);
  });

  it('contains no entry of another workspace', async () => {
    const stranger = await server.createAccount();
    await stranger.as.post('/v1/devscripts').send({ name: 'Other' }).expect(201);
    expect(await lines()).toEqual([]);
  });
});
