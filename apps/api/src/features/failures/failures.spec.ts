import type { Failure, Finished, Run } from '@drover/contract';
import { firstIdAt, newId } from '../../database/ids';
import { answerOf, conflict, notFound } from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { finishRuns } from '../../testing/finish-runs';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { createFleet, type TestJobs } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { releaseRetries } from '../runs/retries';

let server: TestServer;
let owner: TestAccount;
let devices: TestDevice[];
let jobs: TestJobs;
let scriptId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ owner, devices, jobs, scriptId } = await createFleet(server, 3));
});

type Result = (n: number) => Partial<Finished>;

/** Runs a job on devices, over their links. */
async function runOn(fleet: TestDevice[], result: Result, request: object = {}): Promise<string> {
  const on = { devices: fleet.map(({ _id }) => ({ _id })) };
  const { _id } = await jobs.start({ ...on, ...request });
  const run = async (device: TestDevice, n: number) => {
    const link = await device.connect();
    const { runId } = await link.start();
    await link.finish(runId, { exitCode: undefined, ...result(n) });
    await link.close();
  };
  for (let first = 0; first < fleet.length; first += 50) {
    await Promise.all(fleet.slice(first, first + 50).map((device, at) => run(device, first + at)));
  }
  return _id;
}

const failed = (reason: string): Partial<Finished> => ({ state: 'failed', reason, exitCode: 1 });

async function list(path: string, as = owner.as): Promise<Failure[]> {
  return ((await as.get(path).expect(200)).body as { items: Failure[] }).items;
}
const listOfJob = (jobId: string) => list(`/v1/jobs/${jobId}/failures`);

describe('500 runs that fail for three causes with other data in each message', () => {
  const hex = (n: number) => (n * 2_654_435_761).toString(16);
  const causes: Result[] = [
    (n) =>
      failed(`TypeError: user '${hex(n)}' has no item ${n} (/data/${hex(n)}/my script.js:12:${(n % 9) + 1})`),
    (n) => failed(`Error: ENOENT: no such file, open /tmp/${newId()}/列表${n}.txt (my script.js:40:3)`),
    (n) => ({ state: 'timed_out', reason: `ran longer than ${n + 1} s` }),
  ];
  const causeOf = (n: number) => (n % 10 < 5 ? 0 : n % 10 < 8 ? 1 : 2);

  it('are three groups, with exact numbers', async () => {
    const fleet = await Promise.all(Array.from({ length: 500 }, () => createDevice(server, owner)));
    const jobId = await runOn(fleet, (n) => causes[causeOf(n)](n));
    const groups = await listOfJob(jobId);
    expect(groups).toMatchObject([
      {
        state: 'failed',
        file: 'my script.js',
        line: 12,
        exitCode: 1,
        runs: 250,
        devices: 250,
        scriptId,
        scriptKind: 'devscript',
      },
      { state: 'failed', file: 'my script.js', line: 40, exitCode: 1, runs: 150, devices: 150 },
      { state: 'timed_out', file: null, line: null, exitCode: null, runs: 100, devices: 100 },
    ]);
    expect(groups[0].message).toMatch(/^TypeError: user '\w+' has no item \d+$/);
    expect(groups[0].samples).toHaveLength(3);
    for (const { _id, runs, samples } of groups) {
      const { rows } = await server.context.pool.query(
        `SELECT count(*)::int AS runs, count(DISTINCT "deviceId")::int AS devices FROM "Run" WHERE "failureId" = $1`,
        [_id],
      );
      expect(rows).toEqual([{ runs, devices: runs }]);
      const found = await owner.as.get(`/v1/runs?failureId=${_id}&limit=3&total=true`).expect(200);
      const body = found.body as { total: number; items: Run[] };
      expect(body.total).toBe(runs);
      expect(body.items.map((run) => run._id)).toEqual(samples.map((run) => run._id));
    }
  });
});

describe('GET /v1/failures', () => {
  it('counts runs, devices and versions across jobs, the last seen first', async () => {
    await runOn(devices, (n) => (n === 0 ? { state: 'succeeded' } : failed(`broken pipe ${n}`)));
    await runOn(devices.slice(0, 2), (n) => failed(`broken pipe ${n}`));
    await runOn(devices.slice(0, 1), () => failed('no space'));
    const groups = await list('/v1/failures');
    expect(groups).toMatchObject([
      { message: 'no space', runs: 1, devices: 1 },
      { runs: 4, devices: 3, versions: [], scriptId },
    ]);
    expect(await list(`/v1/failures?scriptId=${newId()}`)).toEqual([]);
    expect(await list(`/v1/failures?scriptId=${scriptId}`)).toEqual(groups);
    const first = (await owner.as.get('/v1/failures?limit=1&total=true').expect(200)).body as object;
    expect(first).toMatchObject({ count: 1, total: 2, items: [groups[0]] });
    const { nextCursor } = first as { nextCursor: string };
    expect(await list(`/v1/failures?cursor=${nextCursor}`)).toEqual([groups[1]]);
  });

  it('lists only failures that are new since a time', async () => {
    await runOn(devices, () => failed('old'));
    const [{ firstSeenAt }] = await list('/v1/failures');
    await runOn(devices, (n) => failed(n === 0 ? 'new' : 'old'));
    const since = new Date(Date.parse(firstSeenAt) + 1).toISOString();
    expect(await list(`/v1/failures?since=${since}`)).toMatchObject([{ message: 'new', runs: 1 }]);
    expect(await list(`/v1/failures?since=${firstSeenAt}`)).toHaveLength(2);
  });

  it('marks failures as new or rising, and filters by trend', async () => {
    await runOn(devices, () => failed('old'));
    await runOn(devices, () => failed('steady'));
    const { pool } = server.context;
    // As if the groups were two days old, and "steady" had as many runs yesterday.
    await pool.query(
      `UPDATE "Failure" SET "firstSeenAt" = now() - interval '2 days' WHERE "accountId" = $1`,
      [owner.accountId],
    );
    expect(await list('/v1/failures')).toMatchObject([
      { message: 'steady', runsLastDay: 3, trend: null },
      { message: 'old', runsLastDay: 3, trend: null },
    ]);
    await runOn(devices, () => failed('old'));
    await runOn(devices, () => failed('steady'));
    await runOn(devices, () => failed('fresh'));
    await pool.query(
      `INSERT INTO "Run"
         (id, "jobId", "accountId", "scriptId", "deviceId", "deviceName", "deliverBy", state, "finishedAt", "failureId")
       SELECT $1 || lpad(n::text, 16, '0'), "jobId", "accountId", "scriptId", "deviceId", '', now(), 'failed', now(),
         "failureId"
       FROM "Run" r, generate_series(1, 4) n WHERE r.id =
         (SELECT max(x.id) FROM "Run" x JOIN "Failure" f ON f.id = x."failureId"
          WHERE f.message = 'steady' AND f."accountId" = $2)`,
      [firstIdAt(new Date(Date.now() - 36 * 3_600_000)).slice(0, 8), owner.accountId],
    );
    expect(await list('/v1/failures')).toMatchObject([
      { message: 'fresh', runsLastDay: 3, trend: 'new' },
      { message: 'steady', runsLastDay: 6, trend: null },
      { message: 'old', runsLastDay: 6, trend: 'rising' },
    ]);
    const messages = async (query: string) =>
      (await list(`/v1/failures?${query}`)).map(({ message }) => message);
    expect(await messages('trend=new')).toEqual(['fresh']);
    expect(await messages('trend=rising')).toEqual(['old']);
    expect(await messages('trend=rising,new')).toEqual(['fresh', 'old']);
  });

  it('distinguishes states, exit codes, signals, lines and scripts', async () => {
    const results: Partial<Finished>[] = [
      failed('broken'),
      { state: 'timed_out', reason: 'broken' },
      { ...failed('broken'), exitCode: 3 },
      { state: 'failed', reason: 'broken', signal: 'SIGKILL' },
      failed('broken (a.js:1:2)'),
      failed('broken (a.js:2:2)'),
      failed('broken (/data/user/0/a.js#2)'),
    ];
    for (const result of results) await runOn(devices.slice(0, 1), () => result);
    await runOn(devices.slice(0, 1), () => failed('broken'), { code: '1', scriptId: undefined });
    const groups = await list('/v1/failures');
    expect(groups.map(({ runs }) => runs)).toEqual([1, 2, 1, 1, 1, 1, 1]);
    expect(groups[0]).toMatchObject({ scriptId: null, scriptName: null, scriptKind: null });
  });

  it('counts only the last attempt of a device', async () => {
    const retry = { attempts: 2, delaySeconds: 1 };
    const jobId = await runOn(devices, (n) => (n === 2 ? { state: 'succeeded' } : failed('flaky')), {
      retry,
    });
    expect(await listOfJob(jobId)).toEqual([]);
    await server.context.pool.query(`UPDATE "Run" SET "deliverBy" = now() WHERE "jobId" = $1 AND "isHeld"`, [
      jobId,
    ]);
    // The periodic task of the server may have locked them.
    await eventually(async () => {
      await releaseRetries(server.context);
      expect(await server.context.prisma.run.count({ where: { jobId, isHeld: true } })).toBe(0);
    });
    await finishRuns(server, jobId, (n) => (n === 0 ? 'failed' : 'succeeded'));
    expect(await listOfJob(jobId)).toMatchObject([{ runs: 1, samples: [{ jobId }] }]);
  });

  it('removes a lost run that succeeds after all', async () => {
    const link = await devices[0].connect();
    const { _id } = await jobs.start({ devices: [{ _id: devices[0]._id }] });
    const { runId } = await link.start();
    await link.finish(runId, { state: 'lost', exitCode: undefined });
    const [{ _id: failureId }] = await listOfJob(_id);
    await link.finish(runId);
    expect(await listOfJob(_id)).toEqual([]);
    expect(await list('/v1/failures')).toEqual([]);
    await link.close();
    expect(await answerOf(owner.as.get(`/v1/failures/${failureId}`))).toEqual(notFound);
  });

  it('groups runs that expired', async () => {
    const { _id } = await jobs.start();
    await finishRuns(server, _id, () => 'expired');
    expect(await listOfJob(_id)).toMatchObject([{ state: 'expired', runs: 3 }]);
  });

  it('does not show secrets', async () => {
    await owner.as.put('/v1/secrets/KEY').send({ value: 'swordfish-9931' }).expect(204);
    const code = 'throw new Error(hamibot.env.key)';
    const vars = { key: { $secret: 'KEY' } };
    const jobId = await runOn(devices, (n) => failed(`refused swordfish-9931 at ${n}`), {
      ...{ code, scriptId: undefined, vars },
    });
    const groups = await listOfJob(jobId);
    expect(groups).toMatchObject([{ runs: 3 }]);
    expect(groups[0].message).toMatch(/^refused \*\*\* at \d$/);
  });

  it('returns 404 for the job and the failures of another account', async () => {
    const jobId = await runOn(devices, () => failed('broken'));
    const [{ _id }] = await listOfJob(jobId);
    expect((await owner.as.get(`/v1/failures/${_id}`).expect(200)).body).toMatchObject({ _id, runs: 3 });
    const { as } = await server.createAccount();
    expect(await answerOf(as.get(`/v1/jobs/${jobId}/failures`))).toEqual(notFound);
    expect(await answerOf(as.get(`/v1/failures/${_id}`))).toEqual(notFound);
    expect(await list('/v1/failures', as)).toEqual([]);
    expect((await as.get(`/v1/runs?failureId=${_id}`).expect(200)).body).toMatchObject({ count: 0 });
  });
});

describe('POST /v1/jobs/:jobId/rerun with a failure', () => {
  it('runs only on the devices that failed in this way', async () => {
    const jobId = await runOn(devices, (n) => (n === 0 ? failed('other') : failed(`broken ${n}`)));
    const [{ _id: failureId }] = await listOfJob(jobId);
    const rerun = (body: object) => owner.as.post(`/v1/jobs/${jobId}/rerun`).send(body);
    const { body } = await rerun({ failureId }).expect(201);
    const runs = await jobs.runsOf((body as { _id: string })._id);
    expect(runs.map(({ deviceId }) => deviceId).sort()).toEqual([devices[1]._id, devices[2]._id].sort());
    const other = await runOn(devices.slice(0, 1), () => failed('elsewhere'));
    expect(await answerOf(rerun({ failureId: (await listOfJob(other))[0]._id }))).toEqual(conflict);
    expect(await answerOf(rerun({ failureId: newId() }))).toEqual(notFound);
    await rerun({}).expect(422);
    await rerun({ failureId, which: 'failed' }).expect(422);
  });
});
