import { newId } from '../../database/ids';
import { eventually } from '../../testing/eventually';
import { createDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { runDueSchedules } from './sweep';

const schedules = 100;

let nodes: TestServer[];
let owner: TestAccount;

beforeAll(async () => {
  nodes = await Promise.all([startTestServer(), startTestServer(), startTestServer()]);
});
beforeEach(async () => {
  owner = await nodes[0].createAccount();
  await createDevice(nodes[0], owner);
});
afterAll(() => Promise.all(nodes.map((node) => node.close())));

/** Creates schedules of one account that are all due now. */
async function createDue(): Promise<string[]> {
  const ids = Array.from({ length: schedules }, newId);
  const job = { code: '1', selector: { all: true } };
  await nodes[0].context.pool.query(
    `INSERT INTO "Schedule" (id, "accountId", name, "everyMinutes", "anchorAt", "nextAt", job, overlap, missed)
     SELECT id, $2, id, 60, now() - interval '3661 seconds', now() - interval '61 seconds', $3, 'skip', 'run_once'
     FROM unnest($1::text[]) AS id`,
    [ids, owner.accountId, JSON.stringify(job)],
  );
  return ids;
}

describe('runDueSchedules on three nodes', () => {
  it('starts each schedule exactly once', async () => {
    const ids = await createDue();
    const { prisma } = nodes[0].context;
    const where = { scheduleId: { in: ids } };
    await Promise.all(nodes.flatMap(({ context }) => [runDueSchedules(context), runDueSchedules(context)]));
    await eventually(async () => {
      expect(await prisma.schedule.count({ where: { id: { in: ids }, nextAt: { lt: new Date() } } })).toBe(0);
    });
    const occurrences = await prisma.scheduleOccurrence.findMany({ where });
    expect(occurrences).toHaveLength(schedules);
    expect(new Set(occurrences.map(({ scheduleId }) => scheduleId)).size).toBe(schedules);
    expect(new Set(occurrences.map(({ state }) => state))).toEqual(new Set(['started']));
    const jobs = await prisma.job.findMany({ where: { accountId: owner.accountId }, select: { id: true } });
    expect(jobs.map(({ id }) => id).sort()).toEqual(occurrences.map(({ jobId }) => jobId).sort());
  });

  it('starts waiting occurrences one after the other', async () => {
    const { pool, prisma } = nodes[0].context;
    const [scheduleId] = await createDue();
    await pool.query(`DELETE FROM "Schedule" WHERE "accountId" = $1 AND id <> $2`, [
      owner.accountId,
      scheduleId,
    ]);
    await pool.query(
      `INSERT INTO "ScheduleOccurrence" (id, "scheduleId", "dueAt", state)
       SELECT lpad(to_hex(n), 24, 'a'), $1, now() - make_interval(mins => n), 'waiting' FROM generate_series(2, 6) n`,
      [scheduleId],
    );
    await Promise.all(nodes.map(({ context }) => runDueSchedules(context)));
    const started = () => prisma.scheduleOccurrence.count({ where: { scheduleId, state: 'started' } });
    // A sweep of a node may have locked the schedule.
    await eventually(async () => expect(await started()).toBeGreaterThanOrEqual(1));
    expect(await prisma.job.count({ where: { accountId: owner.accountId } })).toBe(await started());
  });
});
