import { LIMITS, type CreateSchedule, type Occurrence, type Schedule } from '@drover/contract';
import { eventually } from '../../testing/eventually';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { createDevscript } from '../../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { runDueSchedules } from './sweep';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner);
});
afterAll(() => server.close());

/** Creates a schedule that is due every hour, unless `changes` say otherwise. */
async function create(changes: Partial<CreateSchedule> = {}): Promise<Schedule> {
  const job = { code: '1', devices: [{ _id: device._id }] };
  const body = { name: 'Often', when: { everyMinutes: 60 }, job, ...changes };
  const { body: schedule } = await owner.as.post('/v1/schedules').send(body).expect(201);
  await setNext(schedule._id, 3600);
  return schedule;
}

/** Moves the times of a schedule, as if it had been created earlier or later. */
async function setNext(id: string, secondsAhead: number): Promise<void> {
  await server.context.pool.query(
    `UPDATE "Schedule" SET "nextAt" = moved, at = CASE WHEN at IS NOT NULL THEN moved END, "anchorAt" = moved - interval '1 day'
     FROM (SELECT now() + make_interval(secs => $2) AS moved) AS time WHERE id = $1`,
    [id, secondsAhead],
  );
}

/** Makes a schedule due some seconds ago, and then not again for an hour. Returns its occurrences. */
async function makeDue(id: string, secondsAgo = 1): Promise<Occurrence[]> {
  const before = (await historyOf(id)).length;
  await setNext(id, -secondsAgo);
  await runDueSchedules(server.context);
  return eventually(async () => {
    const history = await historyOf(id);
    expect(history.length).toBeGreaterThan(before);
    await setNext(id, 3600);
    return history;
  });
}

async function historyOf(id: string): Promise<Occurrence[]> {
  return (await owner.as.get(`/v1/schedules/${id}/occurrences?limit=1000`).expect(200)).body.items;
}

const runsOf = async (jobId: string | null | undefined) =>
  (await owner.as.get(`/v1/runs?jobId=${jobId}`).expect(200)).body.items as {
    state: string;
    reason: string;
  }[];

describe('handleDue', () => {
  it('starts the job once and sets the next time', async () => {
    const { _id } = await create();
    const link = await device.connect();
    await setNext(_id, -1);
    const { runId } = await link.start();
    await link.finish(runId);
    const [occurrence, ...others] = await historyOf(_id);
    expect(others).toEqual([]);
    expect(occurrence).toMatchObject({
      state: 'started',
      result: 'succeeded',
      isByHand: false,
      reason: null,
      counts: { succeeded: 1 },
      missedDevices: 0,
    });
    const { next, last, recent } = (await owner.as.get(`/v1/schedules/${_id}`).expect(200)).body;
    expect(last).toEqual(occurrence);
    expect(recent).toEqual([{ dueAt: last.dueAt, result: 'succeeded' }]);
    expect(Date.parse(next[0])).toBeGreaterThan(Date.now());
    await link.close();
  });

  it('sets no next time for a schedule with a single time', async () => {
    const { _id } = await create({ when: { at: '2999-01-01T00:00:00Z' } });
    await setNext(_id, -1);
    await eventually(async () => expect(await historyOf(_id)).toMatchObject([{ state: 'started' }]));
    expect((await owner.as.get(`/v1/schedules/${_id}`)).body.next).toEqual([]);
  });

  it('evaluates the selector each time and records if no device matches', async () => {
    const job = { code: '1', selector: { tag: 'farm' } };
    const { _id } = await create({ job });
    expect(await makeDue(_id)).toMatchObject([
      { state: 'failed', reason: 'no device matches the selector', jobId: null, counts: null },
    ]);
    await owner.as
      .put(`/v1/devices/${device._id}`)
      .send({ tags: ['farm'] })
      .expect(204);
    expect(await makeDue(_id)).toMatchObject([{ state: 'started', counts: { queued: 1 } }, {}]);
  });

  it('records each time that the script was deleted', async () => {
    const { _id: scriptId } = await createDevscript(owner);
    const { _id } = await create({ job: { scriptId, selector: { all: true } } });
    await owner.as.delete(`/v1/devscripts/${scriptId}`).expect(204);
    const failed = { state: 'failed', reason: 'the script was deleted' };
    expect(await makeDue(_id)).toMatchObject([failed]);
    expect(await makeDue(_id)).toMatchObject([failed, failed]);
  });

  it('skips deleted devices', async () => {
    const other = await createDevice(server, owner);
    const { _id } = await create({ job: { code: '1', devices: [{ _id: device._id }, { _id: other._id }] } });
    await owner.as.delete(`/v1/devices/${other._id}`).expect(204);
    expect(await makeDue(_id)).toMatchObject([
      { state: 'started', reason: '1 device was deleted', counts: { queued: 1 } },
    ]);
    await owner.as.delete(`/v1/devices/${device._id}`).expect(204);
    expect(await makeDue(_id)).toMatchObject([
      { state: 'failed', reason: 'all of its devices were deleted' },
      {},
    ]);
  });
});

describe('endPrevious', () => {
  it('expires the run of an offline device when the next occurrence is due', async () => {
    const { _id } = await create();
    const [first] = await makeDue(_id);
    expect(first).toMatchObject({ state: 'started', counts: { queued: 1 } });
    await age(first?.jobId);
    const [second, missed] = await makeDue(_id);
    expect(second).toMatchObject({ state: 'started', counts: { queued: 1 }, missedDevices: 0 });
    expect(missed).toMatchObject({
      reason: 'device offline: 1 of 1',
      counts: { expired: 1 },
      missedDevices: 1,
    });
  });
});

/** Makes runs so old that they no longer count as about to be sent. */
async function age(jobId: string | null | undefined): Promise<void> {
  await server.context.pool.query(
    `UPDATE "Run" SET "createdAt" = "createdAt" - interval '1 minute' WHERE "jobId" = $1`,
    [jobId],
  );
}

describe('an occurrence that is due while the previous one is active', () => {
  it('is skipped', async () => {
    const { _id } = await create();
    const link = await device.connect();
    await setNext(_id, -1);
    const { runId } = await link.start();
    expect(await makeDue(_id)).toMatchObject([
      { state: 'skipped', reason: 'previous still running', jobId: null },
      { state: 'started' },
    ]);
    await link.finish(runId);
    expect(await makeDue(_id)).toMatchObject([{ state: 'started' }, {}, {}]);
    await link.close();
  });

  it('replaces the previous one', async () => {
    const { _id } = await create({ overlap: 'replace' });
    const link = await device.connect();
    await setNext(_id, -1);
    const { runId } = await link.start();
    const [second, first] = await makeDue(_id);
    expect(await link.next('stop')).toMatchObject({ runId, reason: 'replaced' });
    expect((await link.start()).runId).not.toBe(runId);
    expect(second).toMatchObject({ state: 'started' });
    expect(await runsOf(first?.jobId)).toMatchObject([{ state: 'stopping', reason: 'replaced' }]);
    await link.close();
  });

  it('waits in a queue of limited length', async () => {
    const { _id } = await create({ overlap: 'queue' });
    const link = await device.connect();
    await setNext(_id, -1);
    const first = await link.start();
    for (let n = 0; n < LIMITS.scheduleWaitingOccurrences; n += 1) await makeDue(_id);
    expect((await makeDue(_id))[0]).toMatchObject({ state: 'skipped', reason: 'too many are waiting' });
    const states = async () => (await historyOf(_id)).map(({ state }) => state).join(' ');
    const waiting = (count: number) => Array(count).fill('waiting').join(' ');
    expect(await states()).toBe(`skipped ${waiting(LIMITS.scheduleWaitingOccurrences)} started`);
    await link.finish(first.runId);
    const second = await link.start();
    expect(await states()).toBe(`skipped ${waiting(LIMITS.scheduleWaitingOccurrences - 1)} started started`);
    await owner.as.put(`/v1/schedules/${_id}`).send({ isPaused: true }).expect(204);
    expect(await historyOf(_id)).toContainEqual(
      expect.objectContaining({ state: 'skipped', reason: 'paused' }),
    );
    await link.finish(second.runId);
    await link.close();
  });
});

describe('occurrences that were due while no server was running', () => {
  const minutesAgo = (minutes: number) => minutes * 60 + 5;

  it('starts only the newest one by default', async () => {
    const { _id } = await create();
    const history = await makeDue(_id, 3 * 3600 + 120);
    const missed = { state: 'missed', reason: 'server was down', jobId: null };
    expect(history).toMatchObject([{ state: 'started' }, missed, missed, missed]);
  });

  it('skips and records them if missed is skip', async () => {
    const { _id } = await create({ missed: 'skip' });
    const history = await makeDue(_id, 3600 + LIMITS.scheduleLateSeconds + 60);
    expect(history.map(({ state }) => state)).toEqual(['missed', 'missed']);
  });

  it('starts an occurrence that is not too late', async () => {
    const { _id } = await create({ missed: 'skip' });
    expect(await makeDue(_id, LIMITS.scheduleLateSeconds - 5)).toMatchObject([{ state: 'started' }]);
    expect(await makeDue(_id, LIMITS.scheduleLateSeconds + 5)).toMatchObject([{ state: 'missed' }, {}]);
  });

  it('records them up to a limit', async () => {
    for (const minutes of [300, 400 * 24 * 60]) {
      const { _id } = await create({ when: { everyMinutes: 1 } });
      const history = await makeDue(_id, minutesAgo(minutes));
      const missed = history.filter(({ state }) => state === 'missed');
      expect(missed).toHaveLength(LIMITS.missedOccurrencesReported);
      const reasons = new Set(missed.map(({ reason }) => reason));
      expect([...reasons].sort()).toEqual(['server was down', 'server was down; earlier ones too']);
      expect(history.filter(({ state }) => state === 'started')).toHaveLength(1);
    }
  });
});

describe('insertOccurrence', () => {
  it('deletes the oldest occurrences above the limit', async () => {
    const { _id } = await create();
    await server.context.pool.query(
      `INSERT INTO "ScheduleOccurrence" (id, "scheduleId", "dueAt", state)
       SELECT lpad(to_hex(n), 24, '0'), $1, now() - make_interval(mins => n), 'skipped' FROM generate_series(1, $2) n`,
      [_id, LIMITS.scheduleOccurrences],
    );
    await setNext(_id, -1);
    await eventually(async () => expect((await historyOf(_id))[0]).toMatchObject({ state: 'started' }));
    expect(await historyOf(_id)).toHaveLength(LIMITS.scheduleOccurrences);
  });
});
