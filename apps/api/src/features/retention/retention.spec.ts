import { LIMITS } from '@drover/contract';
import { randomBytes } from 'node:crypto';
import { firstIdAt, newId } from '../../database/ids';
import { createDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { encodeBlock } from '../runs/log-blocks';
import { deleteExpired, deleteOldDeliveries, deleteOldMails } from './retention';
import { checkOldContent } from './statements';

const dayMs = 86_400_000;

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ RETENTION_DAYS: '30' });
  owner = await server.createAccount();
});
afterAll(() => server.close());

/** Returns a time and an ID of that time. */
function daysAgo(days: number): { at: Date; id: string } {
  const at = new Date(Date.now() - days * dayMs);
  return { at, id: firstIdAt(at).slice(0, 8) + newId().slice(8) };
}

/** Creates an old job with content, a log, and a run that ended `endedDays` ago or is still open. */
async function createRun(days: number, endedDays?: number) {
  const { prisma } = server.context;
  const [sha256, { id, at }] = [randomBytes(32).toString('hex'), daysAgo(days)];
  await prisma.content.create({ data: { sha256, size: 1, bytes: new Uint8Array(1), storedAt: at } });
  const job = { accountId: owner.accountId, kind: 'execute', name: 'old', codeSha256: sha256 } as const;
  await prisma.job.create({ data: { id, ...job, vars: {}, env: {}, createdAt: at } });
  const ended =
    endedDays === undefined ? {} : ({ state: 'failed', finishedAt: daysAgo(endedDays).at } as const);
  const run = {
    accountId: owner.accountId,
    deviceId: newId(),
    deviceName: '',
    deliverBy: new Date(),
    ...ended,
  };
  await prisma.run.create({ data: { id, jobId: id, ...run } });
  await prisma.runLog.create({
    data: { runId: id, ...encodeBlock([{ seq: 1, at, level: 'info', text: 'old' }]) },
  });
  const { accountId, deviceId } = run;
  await prisma.runResult.create({
    data: { runId: id, jobId: id, accountId, deviceId, value: '1', bytes: 1 },
  });
  return { id, sha256 };
}

/** Counts the remaining records: jobs, runs, log blocks, results, contents. */
async function remainingOf({ id, sha256 }: { id: string; sha256: string }) {
  const { prisma } = server.context;
  const counts = await Promise.all([
    prisma.job.count({ where: { id } }),
    prisma.run.count({ where: { id } }),
    prisma.runLog.count({ where: { runId: id } }),
    prisma.runResult.count({ where: { runId: id } }),
    prisma.content.count({ where: { sha256 } }),
  ]);
  return counts.join('');
}

describe('retention', () => {
  it('deletes runs, logs, jobs and code when all of them are old', async () => {
    const old = await createRun(40, 31);
    const endedRecently = await createRun(40, 29);
    const unfinished = await createRun(40);
    const recent = await createRun(29, 29);
    await deleteExpired(server.context);
    expect(await remainingOf(old)).toBe('00000');
    for (const run of [endedRecently, unfinished, recent]) expect(await remainingOf(run)).toBe('11111');
  });

  it('does not delete old code that is in use or was uploaded again', async () => {
    const { prisma } = server.context;
    const [old, again, uploaded] = [
      await createRun(40, 31),
      await createRun(40, 31),
      await createRun(40, 31),
    ];
    await prisma.content.update({ where: { sha256: again.sha256 }, data: { storedAt: new Date() } });
    const file = { kind: 'code', name: 'main.js', sha256: uploaded.sha256, size: 1 } as const;
    await prisma.devscript.create({
      data: { id: newId(), accountId: owner.accountId, name: 'one', files: { create: file } },
    });
    await deleteExpired(server.context);
    expect([await remainingOf(old), await remainingOf(again), await remainingOf(uploaded)]).toEqual([
      '00000',
      '00001',
      '00001',
    ]);
  });

  it('checks code that is in use once in the retention time', async () => {
    const { prisma, pool } = server.context;
    const storedAt = async ({ sha256 }: { sha256: string }) =>
      (await prisma.content.findUniqueOrThrow({ where: { sha256 } })).storedAt.getTime();
    const inUse = await createRun(40);
    await deleteExpired(server.context);
    const checkedAt = await storedAt(inUse);
    expect(Date.now() - checkedAt).toBeLessThan(dayMs);
    await deleteExpired(server.context);
    expect(await storedAt(inUse)).toBe(checkedAt);

    await prisma.job.delete({ where: { id: inUse.id } });
    await prisma.content.update({ where: { sha256: inUse.sha256 }, data: { storedAt: daysAgo(31).at } });
    await deleteExpired(server.context);
    expect(await remainingOf(inUse)).toBe('00000');

    await pool.query(
      `INSERT INTO "Content" (sha256, size, bytes, "storedAt")
       SELECT 'old' || n, 1, '', now() - interval '31 days' FROM generate_series(1, 1201) n`,
    );
    expect(await deleteExpired(server.context)).toBe(1201);
  });

  it('finds old code and its uses through indexes', async () => {
    const { parameters, sql } = checkOldContent({ before: daysAgo(30).at, maxRows: 500 }).compile();
    const client = await server.context.pool.connect();
    await client.query('BEGIN');
    // The tables are small here, so the planner would scan them.
    await client.query('SET LOCAL enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [...parameters]);
    await client.query('ROLLBACK');
    client.release();
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan');
  });

  it('deletes expired runs behind more open runs than one statement looks at', async () => {
    const { pool } = server.context;
    const open = await createRun(40);
    await pool.query(
      `INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", "deliverBy")
       SELECT $1 || lpad(n::text, 16, '0'), $2, $3, 'open', '', now() FROM generate_series(1, 1201) n`,
      [daysAgo(40).id.slice(0, 8), open.id, owner.accountId],
    );
    const old = await createRun(39, 31);
    await deleteExpired(server.context);
    expect(await remainingOf(old)).toBe('00000');
    expect(await server.context.prisma.run.count({ where: { deviceId: 'open' } })).toBe(1201);
  });

  it('deletes more rows than one statement does', async () => {
    const { pool } = server.context;
    await pool.query(
      `INSERT INTO "AuditEntry" (id, "accountId", action, address, "requestId")
       SELECT $1 || lpad(n::text, 16, '0'), $2, 'old', '', '' FROM generate_series(1, 1201) n`,
      [daysAgo(31).id.slice(0, 8), owner.accountId],
    );
    expect(await deleteExpired(server.context)).toBeGreaterThanOrEqual(1201);
    expect(await server.context.prisma.auditEntry.count({ where: { action: 'old' } })).toBe(0);
  });

  it('deletes old messages and connections, but not recent ones', async () => {
    const { prisma } = server.context;
    const device = await createDevice(server, owner);
    const ids = [daysAgo(31), daysAgo(29)];
    for (const { id, at } of ids) {
      await prisma.message.create({ data: { id, accountId: owner.accountId, text: 'x', createdAt: at } });
      const connection = { id, deviceId: device._id, connectedAt: at, disconnectedAt: at };
      await prisma.deviceConnection.create({ data: connection });
    }
    await deleteExpired(server.context);
    const where = { id: { in: ids.map(({ id }) => id) } };
    expect(await prisma.message.findMany({ where, select: { id: true } })).toEqual([{ id: ids[1].id }]);
    expect(await prisma.deviceConnection.findMany({ where, select: { id: true } })).toEqual([
      { id: ids[1].id },
    ]);
  });

  it('deletes failures that have had no runs for an hour', async () => {
    const { prisma, pool } = server.context;
    const ids = [newId(), newId(), newId()];
    const total = (failureId: string) => ({ failureId, accountId: owner.accountId, lastRunId: '' });
    for (const id of ids) {
      await prisma.failure.create({ data: { id, accountId: owner.accountId, state: 'failed' } });
      await prisma.failureTotal.create({ data: { ...total(id), runs: 1, devices: 1 } });
    }
    const where = { failureId: { in: ids } };
    await prisma.failureTotal.deleteMany({ where });
    await deleteExpired(server.context);
    expect(await prisma.failure.count({ where: { id: { in: ids } } })).toBe(3);
    await pool.query(
      `UPDATE "Failure" SET "unusedSince" = now() - interval '61 minutes' WHERE id = ANY($1)`,
      [ids.slice(1)],
    );
    await prisma.failureTotal.create({ data: { ...total(ids[2]), runs: 1, devices: 1 } });
    await deleteExpired(server.context);
    const left = await prisma.failure.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
    expect(left).toMatchObject([
      { id: ids[0], unusedSince: expect.any(Date) },
      { id: ids[2], unusedSince: null },
    ]);
    await prisma.failureTotal.deleteMany({ where });
  });

  it('deletes nothing if RETENTION_DAYS is 0', async () => {
    const old = await createRun(4_000, 4_000);
    const { context } = server;
    await deleteExpired({ ...context, settings: { ...context.settings, RETENTION_DAYS: 0 } });
    expect(await remainingOf(old)).toBe('11111');
    await deleteExpired(context);
  });
});

describe('webhook delivery retention', () => {
  it('deletes deliveries after their time limit', async () => {
    const body = { url: 'http://127.0.0.1:9/', events: ['message.created'] };
    const { _id: webhookId } = (await owner.as.post('/v1/webhooks').send(body).expect(201)).body;
    const ages = [LIMITS.webhookDeliverySeconds + 60, LIMITS.webhookDeliverySeconds - 60];
    const ids = ages.map((seconds) => daysAgo((seconds * 1000) / dayMs).id);
    const delivery = { webhookId, type: 'run.finished', body: '', nextAttemptAt: null };
    await server.context.prisma.webhookDelivery.createMany({ data: ids.map((id) => ({ id, ...delivery })) });
    expect(await deleteOldDeliveries(server.context)).toBeGreaterThanOrEqual(1);
    const { items } = (await owner.as.get(`/v1/webhooks/${webhookId}/deliveries`).expect(200)).body;
    expect(items.map(({ _id }: { _id: string }) => _id)).toEqual([ids[1]]);
  });
});

it('deletes emails by their own retention time', async () => {
  const { prisma } = server.context;
  const recipient = `old-${owner.email}`;
  const days = LIMITS.mailSeconds / 86_400;
  for (const age of [days + 1, days - 1]) {
    const { id, at } = daysAgo(age);
    const mail = { id, kind: 'passwordChanged', recipient, state: 'sent', nextAttemptAt: null } as const;
    await prisma.mail.create({ data: { ...mail, createdAt: at, expiresAt: at } });
  }
  await deleteOldMails(server.context);
  const left = await prisma.mail.findMany({ where: { recipient } });
  expect(left.map(({ createdAt }) => createdAt > daysAgo(days).at)).toEqual([true]);
});
