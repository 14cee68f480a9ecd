import { LIMITS, type CreateSchedule, type Schedule } from '@drover/contract';
import { newId } from '../../database/ids';
import { answerOf, invalidAt, notFound, refusal } from '../../testing/errors';
import { createDevice } from '../../testing/test-device';
import { createDevscript } from '../../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.createAccount();
});
afterAll(() => server.close());

const daily = { cron: '0 9 * * *', timeZone: 'Asia/Shanghai' };
const job = { code: '1', selector: { all: true as const } };
const send = (changes: object = {}) =>
  owner.as.post('/v1/schedules').send({ name: 'Daily', when: daily, job, ...changes });
const create = async (changes?: Partial<CreateSchedule>) =>
  (await send(changes).expect(201)).body as Schedule;
const read = async (id: string) => (await owner.as.get(`/v1/schedules/${id}`).expect(200)).body as Schedule;
const change = (id: string, changes: object) => owner.as.put(`/v1/schedules/${id}`).send(changes);

const hour = (time = '') => time.slice(11);

describe('POST /v1/schedules', () => {
  it('stores a schedule and returns its next five times', async () => {
    const { _id: scriptId } = await createDevscript(owner, { name: 'Sweep' });
    const device = await createDevice(server, owner);
    const named = { scriptId, devices: [{ _id: device._id, name: 'any' }], vars: { a: [1] }, timeout: 60 };
    const schedule = await create({ job: named, overlap: 'queue', missed: 'skip' });
    expect(schedule).toMatchObject({
      name: 'Daily',
      when: daily,
      job: named,
      scriptName: 'Sweep',
      scriptKind: 'devscript',
      overlap: 'queue',
      missed: 'skip',
      isPaused: false,
      problem: null,
      last: null,
      recent: [],
    });
    expect(schedule.next.map(hour)).toEqual(Array(LIMITS.nextTimes).fill('01:00:00.000Z'));
    expect(await read(schedule._id)).toEqual(schedule);
  });

  it('is found by a part of its name', async () => {
    for (const name of ['Daily 50%', 'Weekly']) await create({ name });
    const names = async (text: string) => {
      const { items } = (await owner.as.get('/v1/schedules').query({ name: text }).expect(200)).body;
      return items.map(({ name }: Schedule) => name);
    };
    expect(await names('DAI')).toEqual(['Daily 50%']);
    expect(await names('y%')).toEqual([]);
  });

  it('skips overlaps and runs missed occurrences once by default', async () => {
    expect(await create()).toMatchObject({ overlap: 'skip', missed: 'run_once', isPaused: false });
  });

  it('creates a paused schedule', async () => {
    expect(await create({ isPaused: true })).toMatchObject({ isPaused: true, next: [] });
  });

  it('accepts a single time or an interval from the current minute', async () => {
    const at = '2999-12-31T23:59:30.000Z';
    expect(await create({ when: { at } })).toMatchObject({ when: { at }, next: [at] });
    const { when, next, createdAt } = await create({ when: { everyMinutes: 90 } });
    expect(when).toEqual({ everyMinutes: 90 });
    const first = Math.floor(Date.parse(createdAt) / 60_000) * 60_000 + 90 * 60_000;
    expect(next.slice(0, 2)).toEqual([first, first + 90 * 60_000].map((ms) => new Date(ms).toISOString()));
  });

  it('uses UTC for a cron expression without time zone', async () => {
    expect((await create({ when: { cron: ' 5 4  * * * ' } })).when).toEqual({
      cron: '5 4  * * *',
      timeZone: 'UTC',
    });
  });

  it.each<[string, object, string]>([
    ['no time', { when: {} }, 'when.cron'],
    ['two times', { when: { ...daily, everyMinutes: 5 } }, 'when.cron'],
    ['a time that has passed', { when: { at: '2020-01-01T00:00:00Z' } }, 'when.at'],
    ['what is no cron expression', { when: { cron: 'every day' } }, 'when.cron'],
    ['an hour that no day has', { when: { cron: '0 25 * * *' } }, 'when.cron'],
    ['seconds', { when: { cron: '* * * * * *' } }, 'when.cron'],
    ['a date in place of a cron expression', { when: { cron: '2999-12-31T00:00:00' } }, 'when.cron'],
    ['a cron expression that is never due', { when: { cron: '0 0 30 2 *' } }, 'when.cron'],
    ['a zone that is not there', { when: { ...daily, timeZone: 'Mars/Olympus' } }, 'when.timeZone'],
    ['no distance', { when: { everyMinutes: 0 } }, 'when.everyMinutes'],
    ['nothing to run', { job: { selector: { all: true } } }, 'job.scriptId'],
    ['no devices', { job: { code: '1' } }, 'job.devices'],
    ['an empty name', { name: '' }, 'name'],
  ])('rejects %s', async (_, changes, path) => {
    expect(await answerOf(send(changes))).toEqual(invalidAt(path));
  });

  it('describes valid values in its error messages', async () => {
    const { body } = await send({ when: { cron: '0 25 * * *' } });
    expect(body.message).toBe(
      'when.cron: must be five fields, minute, hour, day of the month, month and day of the week, such as ' +
        '0 9 * * 1-5 (Invalid value for hour: 25).',
    );
  });

  it('accepts a selector that matches no device yet', async () => {
    await create({ job: { code: '1', selector: { tag: 'later' } } });
  });

  it('accepts a group, which cannot be deleted while it is used', async () => {
    const group = { name: 'Farm', devices: [] };
    const { _id } = (await owner.as.post('/v1/device-groups').send(group).expect(201)).body;
    await create({ name: 'Nightly', job: { code: '1', selector: { group: _id } } });
    const { body } = await owner.as.delete(`/v1/device-groups/${_id}`).expect(409);
    expect(body.message).toContain('the schedule "Nightly"');
    const unknown = send({ job: { code: '1', selector: { group: newId() } } });
    expect(await answerOf(unknown)).toEqual(refusal('notFound', 'job.selector.group'));
  });

  it('rejects an unknown secret', async () => {
    const vars = { key: { $secret: 'NOWHERE' } };
    expect(await answerOf(send({ job: { ...job, vars } }))).toEqual(invalidAt('job.vars.key'));
  });

  it('returns 404 for scripts and devices of another account', async () => {
    const stranger = await server.createAccount();
    const { _id: scriptId } = await createDevscript(stranger);
    const device = await createDevice(server, stranger);
    expect(await answerOf(send({ job: { ...job, code: undefined, scriptId } }))).toEqual(notFound);
    const theirs = send({ job: { code: '1', devices: [{ _id: device._id }] } });
    expect(await answerOf(theirs)).toEqual(refusal('notFound', 'job.devices.0._id'));
    expect((await owner.as.get('/v1/schedules')).body).toEqual({ count: 0, items: [] });
  });
});

describe('GET /v1/schedules', () => {
  it('lists schedules without code and values, newest first', async () => {
    const [first, second] = [
      await create({ name: 'first' }),
      await create({ name: 'second', job: { ...job, vars: { rounds: 3 } } }),
    ];
    const { body } = await owner.as.get('/v1/schedules?limit=1').expect(200);
    const { code: _code, vars: _vars, ...rest } = second.job;
    expect(body).toEqual({ count: 1, items: [{ ...second, job: rest }], nextCursor: second._id });
    expect((await read(first._id)).job.code).toBe('1');
  });
});

describe('GET /v1/schedules/preview', () => {
  const preview = (query: string) => owner.as.get(`/v1/schedules/preview?${query}`);

  it('returns the next times', async () => {
    const { body } = await preview('cron=0 9 * * *&timeZone=Asia/Shanghai').expect(200);
    expect(body.next.map(hour)).toEqual(Array(LIMITS.nextTimes).fill('01:00:00.000Z'));
    expect((await preview('everyMinutes=5').expect(200)).body.next).toHaveLength(LIMITS.nextTimes);
    expect((await preview('at=2999-12-31T00:00:00Z').expect(200)).body.next).toHaveLength(1);
  });

  it.each([
    ['cron=1 2 3', 'cron'],
    ['cron=0 9 * * *&timeZone=Nowhere', 'timeZone'],
    ['at=2020-01-01T00:00:00Z', 'at'],
    ['', 'cron'],
  ])('rejects ?%s', async (query, path) => {
    expect(await answerOf(preview(query))).toEqual(invalidAt(path));
  });
});

describe('PUT /v1/schedules/:scheduleId', () => {
  it('changes only the given fields', async () => {
    const before = await create();
    await change(before._id, { name: 'Nightly', overlap: 'replace' }).expect(204);
    const after = await read(before._id);
    expect(after).toEqual({
      ...before,
      name: 'Nightly',
      overlap: 'replace',
      updatedAt: expect.any(String),
    });
    await change(before._id, { when: { everyMinutes: 5 }, job: { ...job, code: '2' } }).expect(204);
    expect(await read(before._id)).toMatchObject({ when: { everyMinutes: 5 }, job: { code: '2' } });
  });

  it('pauses and resumes the schedule', async () => {
    const { _id, next } = await create();
    await change(_id, { isPaused: true }).expect(204);
    expect(await read(_id)).toMatchObject({ isPaused: true, next: [] });
    await change(_id, { isPaused: false }).expect(204);
    expect(await read(_id)).toMatchObject({ isPaused: false, next });
  });

  it('rejects what is invalid for a new schedule and changes nothing', async () => {
    const before = await create();
    const never = change(before._id, { when: { cron: '0 0 31 2 *' } });
    expect(await answerOf(never)).toEqual(invalidAt('when.cron'));
    const gone = change(before._id, { job: { scriptId: newId(), selector: { all: true } } });
    expect(await answerOf(gone)).toEqual(notFound);
    expect(await read(before._id)).toEqual(before);
  });
});

describe('GET /v1/schedules/:scheduleId', () => {
  it('reports that its script was deleted', async () => {
    const { _id: scriptId } = await createDevscript(owner);
    const { _id } = await create({ job: { scriptId, selector: { all: true } } });
    await owner.as.delete(`/v1/devscripts/${scriptId}`).expect(204);
    expect(await read(_id)).toMatchObject({ problem: 'script_removed', scriptName: null });
  });
});

describe('POST /v1/schedules/:scheduleId/run', () => {
  it('runs the schedule now, once per Idempotency-Key, without changing its times', async () => {
    const device = await createDevice(server, owner);
    const before = await create({ isPaused: true });
    const run = () =>
      owner.as.post(`/v1/schedules/${before._id}/run`).set('Idempotency-Key', before._id).expect(201);
    const { body: started } = await run();
    expect(started).toMatchObject({ kind: 'execute', counts: { queued: 1 } });
    expect((await run()).body._id).toBe(started._id);
    const { body } = await owner.as.get(`/v1/schedules/${before._id}/occurrences`).expect(200);
    expect(body).toMatchObject({
      count: 1,
      items: [{ isByHand: true, state: 'started', reason: null, jobId: started._id, missedDevices: 0 }],
    });
    expect(await read(before._id)).toMatchObject({ next: before.next, last: body.items[0] });
    expect((await owner.as.get(`/v1/runs?deviceId=${device._id}`)).body.count).toBe(1);
  });

  it('returns why the job cannot start', async () => {
    const { _id } = await create();
    expect(await answerOf(owner.as.post(`/v1/schedules/${_id}/run`))).toEqual(invalidAt('selector'));
  });
});

describe('DELETE /v1/schedules/:scheduleId', () => {
  it('deletes the schedule and its occurrences but not its jobs', async () => {
    await createDevice(server, owner);
    const { _id } = await create();
    const { body: started } = await owner.as.post(`/v1/schedules/${_id}/run`).expect(201);
    await owner.as.delete(`/v1/schedules/${_id}`).expect(204);
    expect(await answerOf(owner.as.get(`/v1/schedules/${_id}/occurrences`))).toEqual(notFound);
    expect((await owner.as.get(`/v1/jobs/${started._id}`).expect(200)).body.counts.queued).toBe(1);
  });
});
