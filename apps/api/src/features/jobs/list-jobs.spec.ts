import { allDevices } from '../../auth/caller';
import type { JobList } from '@drover/contract';
import { answerOf, invalidAt } from '../../testing/errors';
import { newId } from '../../database/ids';
import { explainStatements } from '../../testing/explain';
import { finishRuns } from '../../testing/finish-runs';
import { createFleet } from '../../testing/test-jobs';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { releaseRetries } from '../runs/retries';
import { listJobs } from './list-jobs';
import { foldChanges } from '../counters/fold-changes';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('GET /v1/jobs?deviceId', () => {
  it('lists the jobs that have a run on the device', async () => {
    const { owner, jobs, devices } = await createFleet(server, 2);
    const [first, second] = devices.map(({ _id }) => _id);
    const both = (await jobs.start({}))._id;
    const alone = (await jobs.start({ selector: undefined, devices: [{ _id: second }] }))._id;
    const idsOf = async (query: string) =>
      ((await owner.as.get(`/v1/jobs?${query}`).expect(200)).body as JobList).items.map(({ _id }) => _id);
    expect(await idsOf(`deviceId=${second}`)).toEqual([alone, both]);
    expect(await idsOf(`deviceId=${first}`)).toEqual([both]);
    expect(await idsOf(`deviceId=${first}&state=queued`)).toEqual([both]);
    expect(await idsOf(`deviceId=${first}&cursor=${both}`)).toEqual([]);
    expect(await idsOf(`deviceId=${newId()}`)).toEqual([]);
    const stranger = await server.createAccount();
    const { body } = await stranger.as.get(`/v1/jobs?deviceId=${first}`).expect(200);
    expect(body).toMatchObject({ items: [] });
  });

  it('reads the runs of the device, not those of each job', async () => {
    const { owner, jobs, devices } = await createFleet(server, 30);
    for (let count = 0; count < 5; count += 1) await jobs.start({});
    const readings = await explainStatements(server.context, ['Run'], (context) =>
      listJobs(context, allDevices(owner.accountId), { deviceId: devices[0]._id }),
    );
    const matching = readings.filter(({ text }) => text.includes('deviceId'));
    expect(matching).toHaveLength(1);
    expect(matching[0].scans.join()).toMatch(/^(Index (Only )?Scan on Run)$/);
    expect(matching[0].rows).toBeLessThanOrEqual(5 * 5);
  });
});

describe('GET /v1/jobs?state', () => {
  it('lists the jobs that have runs in one of the states, with changes that are not folded yet', async () => {
    const { owner, jobs, scriptId } = await createFleet(server, 2);
    const list = async (query: string) =>
      (await owner.as.get(`/v1/jobs?${query}`).expect(200)).body as JobList;
    const idsOf = async (query: string) => (await list(query)).items.map(({ _id }) => _id);
    const start = async (...states: ('failed' | 'succeeded')[]) => {
      const { _id } = await jobs.start({});
      await finishRuns(server, _id, (n) => states[n]);
      return _id;
    };
    const one = await start('failed', 'succeeded');
    const two = await start('succeeded', 'succeeded');
    const three = await start('failed', 'failed');
    expect(await idsOf('state=failed')).toEqual([three, one]);
    expect(await idsOf('state=succeeded')).toEqual([two, one]);
    expect(await idsOf('state=lost')).toEqual([]);
    await server.context.prisma.run.updateMany({ where: { jobId: two }, data: { state: 'lost' } });
    expect(await idsOf('state=failed,lost')).toEqual([three, two, one]);
    expect(await idsOf('state=succeeded')).toEqual([one]);

    const page = await list('state=failed,lost&limit=2&total=true');
    expect(page).toMatchObject({ count: 2, total: 3, nextCursor: two });
    expect(await idsOf(`state=failed,lost&limit=2&cursor=${page.nextCursor}`)).toEqual([one]);
    expect(await idsOf(`state=failed&scriptId=${scriptId}&kind=devscript`)).toEqual([three, one]);
    expect(await idsOf('state=failed&kind=execute')).toEqual([]);
    expect(await idsOf('state=failed&createdBefore=2020-01-01T00:00:00Z')).toEqual([]);
    const stranger = await server.createAccount();
    expect((await stranger.as.get('/v1/jobs?state=failed').expect(200)).body).toMatchObject({ items: [] });
    expect(await answerOf(owner.as.get('/v1/jobs?state=broken'))).toEqual(invalidAt('state.0'));
  });

  it('counts only the last attempt on a device, and each job once', async () => {
    const { owner, jobs } = await createFleet(server, 3);
    const { _id } = await jobs.start({ retry: { attempts: 2, delaySeconds: 1 }, rollout: { waves: [34] } });
    const idsOf = async (state: string) =>
      ((await owner.as.get(`/v1/jobs?state=${state}`).expect(200)).body as JobList).items.map(
        (job) => job._id,
      );
    await finishRuns(server, _id, () => 'failed');
    // The second attempt waits, so the first one does not count.
    expect(await idsOf('failed')).toEqual([]);
    expect(await idsOf('queued')).toEqual([_id]);
    const { pool } = server.context;
    // Of attempts that were released already, it would be the delivery deadline.
    await pool.query(`UPDATE "Run" SET "deliverBy" = now() WHERE "jobId" = $1 AND attempt = 2 AND "isHeld"`, [
      _id,
    ]);
    await releaseRetries(server.context);
    // Waits for attempts that another server is releasing, which this call skips.
    await pool.query(`SELECT FROM "Run" WHERE "jobId" = $1 FOR UPDATE`, [_id]);
    await finishRuns(server, _id, () => 'failed');
    await foldChanges(pool);
    expect(await idsOf('failed')).toEqual([_id]);
  });
});

describe('GET /v1/jobs?name', () => {
  it('lists the jobs whose name contains the text, also after their script was renamed or deleted', async () => {
    const { owner, jobs, devices, scriptId } = await createFleet(server, 1);
    const list = async (query: object) =>
      (await owner.as.get('/v1/jobs').query(query).expect(200)).body as JobList;
    const idsOf = async (query: object) => (await list(query)).items.map(({ _id }) => _id);
    const rename = (name: string) => owner.as.put(`/v1/devscripts/${scriptId}`).send({ name }).expect(204);
    const start = async (name: string) => {
      await rename(name);
      return (await jobs.start({}))._id;
    };
    const first = await start('Nightly Check 100%');
    const second = await start('nightly check_2');
    const third = await start('清理缓存');
    await owner.as.delete(`/v1/devscripts/${scriptId}`).expect(204);
    expect(await idsOf({ name: 'NIGHTLY' })).toEqual([second, first]);
    expect(await idsOf({ name: '缓存' })).toEqual([third]);
    expect(await idsOf({ name: '%' })).toEqual([first]);
    expect(await idsOf({ name: '_' })).toEqual([second]);
    expect(await idsOf({ name: 'weekly' })).toEqual([]);
    expect(await idsOf({ name: '' })).toEqual([third, second, first]);

    const page = await list({ name: 'check', limit: 1, total: true });
    expect(page).toMatchObject({ count: 1, total: 2, nextCursor: second });
    expect(await idsOf({ name: 'check', cursor: second })).toEqual([first]);
    expect(await idsOf({ name: 'check', createdBefore: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(await idsOf({ name: '100', state: 'queued,canceled' })).toEqual([first]);
    expect(await idsOf({ name: '100', scriptId })).toEqual([first]);
    expect(await idsOf({ name: '100', deviceId: devices[0]._id, kind: 'devscript' })).toEqual([first]);
    expect(await idsOf({ name: '100', kind: 'execute' })).toEqual([]);
    const stranger = await server.createAccount();
    expect((await stranger.as.get('/v1/jobs?name=nightly').expect(200)).body).toMatchObject({ items: [] });
  });

  it('accepts a text of up to 255 characters', async () => {
    const { as } = await server.createAccount();
    expect(
      (
        await as
          .get('/v1/jobs')
          .query({ name: '名'.repeat(255) })
          .expect(200)
      ).body,
    ).toMatchObject({ count: 0 });
    expect(await answerOf(as.get('/v1/jobs').query({ name: '名'.repeat(256) }))).toEqual(invalidAt('name'));
  });

  it('reads an index entry per name, and the jobs of the names that match', async () => {
    const { owner, jobs } = await createFleet(server, 1);
    const { _id } = await jobs.start({});
    await insertCopies(_id, { count: 3000, names: 30 });
    await server.context.pool.query('ANALYZE "Job"');
    const read = (name: string) =>
      explainStatements(server.context, ['Job'], (context) =>
        listJobs(context, allDevices(owner.accountId), { name, limit: 6 }),
      );
    const rare = await read('copy 7');
    expect(rare.map(({ scans }) => scans.join()).join()).not.toMatch(/Seq Scan|Bitmap/);
    // 31 names, then the page twice: its IDs and its rows.
    for (const { rows, pages } of rare) {
      expect(rows).toBeLessThanOrEqual(40);
      expect(pages).toBeLessThanOrEqual(400);
    }
    // Too many names match to read each of them: the newest jobs are scanned.
    const common = await read('copy');
    expect(Math.max(...common.map(({ rows }) => rows))).toBeLessThanOrEqual(500);
  });
});

/** Inserts copies of a job, which have some names in turn. They have no runs. */
async function insertCopies(jobId: string, { count, names }: { count: number; names: number }) {
  const columns = '"accountId", kind, "scriptId", version, "codeSha256", vars, env';
  await server.context.pool.query(
    `INSERT INTO "Job" (id, name, ${columns})
     SELECT left(id, 8) || lpad(to_hex(n), 16, '0'), 'copy ' || n % $2, ${columns}
     FROM "Job" CROSS JOIN generate_series(1, $3) n WHERE id = $1`,
    [jobId, names, count],
  );
}
