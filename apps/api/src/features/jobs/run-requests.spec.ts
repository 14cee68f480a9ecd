import { LIMITS } from '@drover/contract';
import { newId } from '../../database/ids';
import { answerOf, conflict, done, invalidAt, notFound, refusal } from '../../testing/errors';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let stranger: TestAccount;
let one: TestDevice;
let two: TestDevice;
let scriptId: string;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.createAccount();
  stranger = await server.createAccount();
  [one, two] = [await createDevice(server, owner), await createDevice(server, owner)];
  scriptId = (await owner.as.post('/v1/devscripts').send({ name: '签到' }).expect(201)).body._id;
  await upload('one()');
});
afterAll(() => server.close());

const upload = (code: string, config?: unknown) => {
  const request = owner.as.put(`/v1/devscripts/${scriptId}/files`).attach('data', Buffer.from(code), 'a.js');
  if (config) request.attach('data', Buffer.from(JSON.stringify(config)), 'a.json');
  return request.expect(204);
};
const reference = (device: TestDevice) => ({ _id: device._id, name: 'any caption' });
const runPath = () => `/v1/devscripts/${scriptId}/run`;
const execute = '/v1/scripts/execute';
/** Both requests accept the same devices, vars and time limits. */
const requests = (): [string, object][] => [
  [runPath(), {}],
  [execute, { code: '1' }],
];
const post = (path: string, body: object, headers = {}) => owner.as.post(path).set(headers).send(body);
const jobsOf = async (account = owner) => (await account.as.get('/v1/jobs').expect(200)).body;
const runsOf = async (jobPath: string) =>
  (await owner.as.get(`/v1/runs?jobId=${jobPath.split('/').pop()}`).expect(200)).body.items as {
    deviceId: string;
    deliverBy: string;
    createdAt: string;
  }[];

describe.each([0, 1])('run request %d (0: devscript, 1: execute)', (which) => {
  const send = (changes: object, headers = {}) => {
    const [path, body] = requests()[which];
    return post(path, { ...body, ...changes }, headers);
  };

  it.each<[string, () => object, () => TestDevice[]]>([
    ['devices', () => ({ devices: [reference(one), reference(two)] }), () => [one, two]],
    ['robots', () => ({ robots: [{ _id: two._id }] }), () => [two]],
    ['both', () => ({ devices: [reference(one)], robots: [reference(two)] }), () => [one, two]],
    [
      'duplicates',
      () => ({ devices: [reference(one), { _id: one._id }], robots: [reference(one)] }),
      () => [one],
    ],
  ])('accepts %s and returns the location of the job', async (_key, targets, expected) => {
    const response = await send(targets());
    expect(await answerOf(Promise.resolve(response))).toEqual(done);
    expect(response.headers.location).toMatch(/^\/v1\/jobs\/[0-9a-f]{24}$/);
    const runs = await runsOf(response.headers.location);
    expect(runs.map(({ deviceId }) => deviceId).sort()).toEqual(
      expected()
        .map(({ _id }) => _id)
        .sort(),
    );
    const { body } = await owner.as.get(response.headers.location).expect(200);
    expect(body.counts).toMatchObject({ queued: runs.length, running: 0 });
  });

  it.each<[string, () => object]>([
    ['no devices', () => ({})],
    ['empty lists', () => ({ devices: [], robots: [] })],
  ])('is rejected with %s', async (_what, targets) => {
    expect(await answerOf(send(targets()))).toEqual(invalidAt('devices'));
    expect((await jobsOf()).count).toBe(0);
  });

  it('is rejected if a device has no ID', async () => {
    expect(await answerOf(send({ devices: [{ name: 'x' }] }))).toEqual(invalidAt('devices.0._id'));
    expect(await answerOf(send({ devices: [one._id] }))).toEqual(invalidAt('devices.0'));
    expect(await answerOf(send({ devices: { _id: one._id } }))).toEqual(invalidAt('devices'));
  });

  it('creates no job if a device is unknown and names the device', async () => {
    const theirs = await createDevice(server, stranger);
    const unknown = [theirs._id, newId(), 'x', '\0', one._id.toUpperCase().replace(/^./, 'A')];
    for (const _id of unknown) {
      const body = { devices: [reference(one), { _id }], robots: [{ _id }] };
      expect(await answerOf(send(body))).toEqual(refusal('notFound', 'devices.1._id', 'robots.0._id'));
    }
    expect((await jobsOf()).count).toBe(0);
    expect((await jobsOf(stranger)).count).toBe(0);
  });

  it('sets the delivery deadline within the limits', async () => {
    const byDefault = [LIMITS.scriptDeliverWithinSeconds, LIMITS.executeDeliverWithinSeconds][which];
    for (const deliverWithin of [undefined, 1, LIMITS.deliverWithinSecondsMax]) {
      const { headers } = await send({ devices: [reference(one)], deliverWithin }).expect(204);
      const [run] = await runsOf(headers.location);
      const waitsMs = Date.parse(run.deliverBy) - Date.parse(run.createdAt);
      expect(waitsMs / 1000).toBeCloseTo(deliverWithin ?? byDefault, 0);
    }
    for (const deliverWithin of [0, LIMITS.deliverWithinSecondsMax + 1, 1.5, '60', null]) {
      const { status, body } = await send({ devices: [reference(one)], deliverWithin });
      expect([status, body.errors[0].path]).toEqual([422, 'deliverWithin']);
    }
  });

  it('sets the timeout within the limits', async () => {
    for (const timeout of [1, LIMITS.timeoutSecondsMax]) {
      const { headers } = await send({ devices: [reference(one)], timeout }).expect(204);
      expect((await owner.as.get(headers.location)).body.timeout).toBe(timeout);
    }
    for (const timeout of [0, LIMITS.timeoutSecondsMax + 1]) {
      expect(await answerOf(send({ devices: [reference(one)], timeout }))).toEqual(invalidAt('timeout'));
    }
  });

  it('limits the size of vars', async () => {
    const filled = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
    const vars = filled(LIMITS.varsBytes);
    const { headers } = await send({ devices: [reference(one)], vars }).expect(204);
    expect((await owner.as.get(headers.location)).body.vars).toEqual(vars);
    for (const wrong of [filled(LIMITS.varsBytes + 1), [], 'a', null]) {
      expect(await answerOf(send({ devices: [reference(one)], vars: wrong }))).toEqual(invalidAt('vars'));
    }
  });

  it('returns the same job for the same Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': 'k'.repeat(LIMITS.idempotencyKeyChars) };
    const first = await send({ devices: [reference(one)] }, key).expect(204);
    const again = await send({ devices: [reference(one)] }, key).expect(204);
    expect(again.headers.location).toBe(first.headers.location);
    const other = send({ devices: [reference(two)] }, key);
    expect(await answerOf(other)).toEqual(refusal('idempotencyMismatch'));
    expect((await jobsOf()).count).toBe(1);
    for (const tooLong of ['', `${key['Idempotency-Key']}k`]) {
      const refused = send({ devices: [reference(one)] }, { 'Idempotency-Key': tooLong });
      expect(await answerOf(refused)).toEqual(invalidAt('Idempotency-Key'));
    }
  });

  it('creates one job for concurrent repeats', async () => {
    const key = { 'Idempotency-Key': newId() };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send({ devices: [reference(one), reference(two)] }, key)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1);
    expect(await jobsOf()).toMatchObject({ count: 1, items: [{ counts: { queued: 2, canceled: 0 } }] });
  });

  it('returns the same job for a repeat after its device was deleted', async () => {
    const key = { 'Idempotency-Key': newId() };
    const first = await send({ devices: [reference(one)] }, key).expect(204);
    await owner.as.delete(`/v1/devices/${one._id}`).expect(204);
    const again = await send({ devices: [reference(one)] }, key).expect(204);
    expect(again.headers.location).toBe(first.headers.location);
  });

  it('accepts an Idempotency-Key that another account has used', async () => {
    const key = { 'Idempotency-Key': newId() };
    await send({ devices: [reference(one)] }, key).expect(204);
    const theirs = await createDevice(server, stranger);
    const body = { code: '1', devices: [{ _id: theirs._id }] };
    const response = await stranger.as.post(execute).set(key).send(body).expect(204);
    await stranger.as.get(response.headers.location).expect(200);
  });
});

describe('POST /v1/devscripts/:devscriptId/run', () => {
  it('stores the fields of the request', async () => {
    const { headers } = await post(runPath(), { devices: [reference(one)], vars: { 城市: '上海' } }).expect(
      204,
    );
    expect((await owner.as.get(headers.location)).body).toMatchObject({
      ...{ kind: 'devscript', scriptId, name: '签到', version: null, timeout: null, vars: { 城市: '上海' } },
    });
  });

  it('returns 409 for a devscript without code', async () => {
    const { body } = await owner.as.post('/v1/devscripts').expect(201);
    const devices = [reference(one)];
    expect(await answerOf(post(`/v1/devscripts/${body._id}/run`, { devices }))).toEqual(conflict);
  });

  it('returns 404 for a devscript of another account', async () => {
    const theirs = await createDevice(server, stranger);
    const body = { devices: [{ _id: theirs._id }] };
    expect(await answerOf(stranger.as.post(runPath()).send(body))).toEqual(notFound);
    expect((await jobsOf(stranger)).count).toBe(0);
  });

  it('merges defaults, saved values, vars and built-in variables into the environment', async () => {
    await upload('1', [
      { name: 'preset', value: 'p' },
      { name: 'default', default: ['d'] },
      { name: 'saved', value: 'p' },
      { name: 'asked', value: 'p' },
      { name: 'absent' },
      { name: 'USER_ID', value: 'p' },
      { label: 'no field' },
    ]);
    const saved = { saved: 's', asked: 's' };
    await owner.as.put(`/v1/devscripts/${scriptId}/values`).send(saved).expect(204);
    const vars = { asked: 'v', ROBOT_ID: 'forged', nested: { a: [1] } };
    await post(runPath(), { devices: [reference(one), reference(two)], vars }).expect(204);
    for (const device of [one, two]) {
      const link = await device.connect();
      const { env } = await link.next('run');
      expect(env).toEqual({
        ...{ preset: 'p', default: ['d'], saved: 's', asked: 'v', nested: { a: [1] } },
        ...{ APP_ENV: 'development', USER_ID: owner.accountId, SCRIPT_ID: scriptId, ROBOT_ID: device._id },
        TIMESTAMP: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      });
      const sentAt = Date.parse(`${String(env.TIMESTAMP).replace(' ', 'T')}Z`);
      expect(Math.abs(sentAt - Date.now())).toBeLessThan(60_000);
      await link.close();
    }
  });
});

describe('POST /v1/scripts/execute', () => {
  it('limits the length of code in code points', async () => {
    const send = (code: unknown) => answerOf(post(execute, { code, devices: [reference(one)] }));
    const longest = '😀'.repeat(LIMITS.executeCodeChars);
    expect(await send(longest)).toEqual(done);
    expect(await send(`${longest}!`)).toEqual(invalidAt('code'));
    expect(await send('')).toEqual(invalidAt('code'));
    expect(await send(undefined)).toEqual(invalidAt('code'));
  });

  it('does not replace earlier runs', async () => {
    const body = { code: '1', devices: [reference(one)] };
    await post(execute, body).expect(204);
    await post(execute, body).expect(204);
    const { items } = await jobsOf();
    expect(items).toMatchObject([
      { kind: 'execute', scriptId: null, counts: { queued: 1 } },
      { counts: { queued: 1 } },
    ]);
  });
});
