import { LIMITS, type Run, type StoreCall, type StoreOperation, type StoreScope } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { newId } from '../../database/ids';
import { invalidAt, notFound, refusal, tooLarge, unauthorized } from '../../testing/errors';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { publishScript } from '../../testing/test-devscript';
import { createFleet, execute, type TestJobs } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { callStore, sendCall } from '../../testing/test-stores';

let nodes: TestServer[];
let owner: TestAccount;
let devices: TestDevice[];
let jobs: TestJobs;
let scriptId: string;
let runs: Run[];

beforeAll(async () => {
  // Both use one database. The embedded one has one server.
  const count = process.env.TEST_DATABASE === 'embedded' ? 1 : 2;
  nodes = await Promise.all(Array.from({ length: count }, () => startTestServer()));
});
afterAll(() => Promise.all(nodes.map((node) => node.close())));
beforeEach(async () => {
  ({ owner, devices, jobs, scriptId } = await createFleet(nodes[0], 2));
  const { _id } = await jobs.start();
  const created = await jobs.runsOf(_id);
  runs = devices.map((device) => created.find(({ deviceId }) => deviceId === device._id)!);
});

const numbers = new Map<string, number>();

/** The next number of a change of a run. */
function nextNumber(runId: string): number {
  const n = (numbers.get(runId) ?? 0) + 1;
  numbers.set(runId, n);
  return n;
}

const isChange = ({ type }: StoreOperation) => type !== 'get' && type !== 'list';

function callOf(run: Pick<Run, '_id'>, operation: StoreOperation, scope: StoreScope = 'script'): StoreCall {
  return {
    runId: run._id,
    scope,
    operation,
    ...(isChange(operation) && { n: nextNumber(run._id) }),
  };
}

/** A call by the run of the first device, or of another one. */
const call = (operation: StoreOperation, { scope, index = 0 }: { scope?: StoreScope; index?: number } = {}) =>
  callStore(nodes[0], devices[index], callOf(runs[index], operation, scope));

const set = (key: string, value: unknown, more: object = {}): StoreOperation => ({
  ...{ type: 'set', key, json: JSON.stringify(value) },
  ...more,
});

const valueOf = async (key: string, options: { scope?: StoreScope; index?: number } = {}) => {
  const reply = await call({ type: 'get', key }, options);
  return reply.type === 'get' && reply.entry ? (JSON.parse(reply.entry.json) as unknown) : undefined;
};

describe('POST /link/store', () => {
  it('sets, reads, lists and removes entries', async () => {
    expect(await valueOf('a')).toBeUndefined();
    expect(await call(set('a', { b: ['中'] }))).toEqual({ type: 'set', version: 1 });
    expect(await call({ type: 'get', key: 'a' })).toEqual({
      type: 'get',
      entry: { key: 'a', json: '{"b":["中"]}', version: 1, expiresAt: null },
    });
    await call(set('b', null));
    await call(set('ab', 1));
    const list = await call({ type: 'list', prefix: 'a', limit: 1 });
    expect(list).toMatchObject({ entries: [{ key: 'a' }], hasMore: true });
    const rest = await call({ type: 'list', prefix: 'a', after: 'a', limit: 5 });
    expect(rest).toMatchObject({ entries: [{ key: 'ab', json: '1' }], hasMore: false });
    expect(await call({ type: 'remove', key: 'a' })).toEqual({ type: 'remove', isRemoved: true });
    expect(await call({ type: 'remove', key: 'a' })).toEqual({ type: 'remove', isRemoved: false });
    expect(await valueOf('a')).toBeUndefined();
  });

  it('changes an entry only if it has the expected version', async () => {
    expect(await call(set('lock', 'me', { ifVersion: 0 }))).toEqual({ type: 'set', version: 1 });
    expect(await call(set('lock', 'you', { ifVersion: 0 }))).toEqual({ type: 'set', version: null });
    const { version } = (await call(set('lock', 'us', { ifVersion: 1 }))) as { version: number };
    expect(version).toBeGreaterThan(1);
    expect(await call({ type: 'remove', key: 'lock', ifVersion: 1 })).toMatchObject({ isRemoved: false });
    expect(await call({ type: 'remove', key: 'lock', ifVersion: version })).toMatchObject({
      isRemoved: true,
    });
    // A version is never used again.
    const again = await call(set('lock', 'me'));
    expect((again as { version: number }).version).toBeGreaterThan(version);
    expect(await call(set('lock', 'you', { ifVersion: 1 }))).toMatchObject({ version: null });
  });

  it('increments numbers, and refuses what is not a number', async () => {
    const increment = (by: number, key = 'n') => call({ type: 'increment', key, by });
    expect(await increment(1)).toMatchObject({ type: 'increment', value: 1 });
    expect(await increment(-2.5)).toMatchObject({ value: -1.5 });
    await call(set('text', '1'));
    expect(await increment(1, 'text')).toMatchObject({ type: 'problem', code: 'NOT_A_NUMBER' });
    await increment(1e308, 'large');
    expect(await increment(1e308, 'large')).toMatchObject({ code: 'NOT_A_NUMBER' });
    expect(await valueOf('large')).toBe(1e308);
  });

  it('returns no entry that has expired, and creates it anew', async () => {
    await call({ type: 'increment', key: 'n', by: 5, expiresIn: 60 });
    await call({ type: 'increment', key: 'n', by: 1, expiresIn: 3600 });
    const { entry } = (await call({ type: 'get', key: 'n' })) as { entry: { expiresAt: string } };
    // An increment does not change when an entry ends.
    expect(Date.parse(entry.expiresAt) - Date.now()).toBeLessThan(61_000);
    const { pool } = nodes[0].context;
    await pool.query(`UPDATE "StoreEntry" SET "expiresAt" = now() WHERE "accountId" = $1`, [owner.accountId]);
    expect(await valueOf('n')).toBeUndefined();
    expect(await call({ type: 'list', prefix: '', limit: 5 })).toMatchObject({ entries: [] });
    expect(await call({ type: 'remove', key: 'n' })).toMatchObject({ isRemoved: false });
    expect(await call(set('n', 1, { ifVersion: 0 }))).toMatchObject({
      version: expect.any(Number) as number,
    });
    const { body } = await owner.as.get('/v1/stores').expect(200);
    expect(body).toMatchObject({ items: [{ _id: scriptId, kind: 'devscript', keys: 1, bytes: 2 }] });
  });

  it('applies a repeated call once, on any server, and refuses an older one', async () => {
    const first = callOf(runs[0], { type: 'increment', key: 'n', by: 1 });
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => callStore(nodes[n % nodes.length], devices[0], first)),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await valueOf('n')).toBe(1);
    const second = callOf(runs[0], { type: 'increment', key: 'n', by: 1 });
    expect(await callStore(nodes[0], devices[0], second)).toMatchObject({ value: 2 });
    expect(await callStore(nodes[0], devices[0], first)).toMatchObject({ type: 'problem', code: 'INVALID' });
    expect(await callStore(nodes[0], devices[0], second)).toMatchObject({ value: 2 });
    expect(await valueOf('n')).toBe(2);
  });

  it('counts exactly when many runs increment and compare at the same time', async () => {
    const fleet = await createFleet(nodes[0], 25);
    const { _id } = await fleet.jobs.start();
    const fleetRuns = await fleet.jobs.runsOf(_id);
    const work = fleetRuns.map(async (run, index) => {
      const device = fleet.devices.find((each) => each._id === run.deviceId)!;
      const node = nodes[index % nodes.length];
      const ask = (operation: StoreOperation) => callStore(node, device, callOf(run, operation));
      for (let n = 0; n < 4; n += 1) await ask({ type: 'increment', key: 'incremented', by: 1 });
      for (;;) {
        const read = await ask({ type: 'get', key: 'compared' });
        const { json = '0', version = 0 } = (read.type === 'get' && read.entry) || {};
        const reply = await ask(set('compared', Number(json) + 1, { ifVersion: version }));
        if (reply.type === 'set' && reply.version !== null) return;
      }
    });
    await Promise.all(work);
    const read = (key: string) =>
      callStore(nodes[0], fleet.devices[0], {
        ...callOf(
          fleetRuns.find(({ deviceId }) => deviceId === fleet.devices[0]._id)!,
          { type: 'get', key },
        ),
      });
    expect(await read('incremented')).toMatchObject({ entry: { json: '100' } });
    expect(await read('compared')).toMatchObject({ entry: { json: '25' } });
  });

  it('has one store for each script, device and workspace', async () => {
    await call(set('key', 'script'));
    await call(set('key', 'device'), { scope: 'device' });
    await call(set('key', 'account'), { scope: 'account' });
    expect(await valueOf('key', { index: 1 })).toBe('script');
    expect(await valueOf('key', { index: 1, scope: 'device' })).toBeUndefined();
    expect(await valueOf('key', { index: 1, scope: 'account' })).toBe('account');
    expect(await valueOf('key', { scope: 'device' })).toBe('device');
    const { _id: other } = (await owner.as.post('/v1/devscripts').send({}).expect(201)).body;
    await owner.as.get(`/v1/stores/${other}/entries/key`).expect(404);
  });

  it('has no store of its own for executed code', async () => {
    const jobId = await execute(owner, [devices[0]]);
    const [run] = await jobs.runsOf(jobId);
    expect(await callStore(nodes[0], devices[0], callOf(run, set('key', 1)))).toMatchObject({
      type: 'problem',
      code: 'NO_STORE',
    });
    const inDevice = callOf(run, set('key', 1), 'device');
    expect(await callStore(nodes[0], devices[0], inDevice)).toMatchObject({ type: 'set' });
  });

  it('has only its own store for a script of another publisher', async () => {
    const publisher = await nodes[0].createAccount();
    const { script } = await publishScript(nodes[0], publisher);
    for (const [account, isOwn] of [
      [owner, false],
      [publisher, true],
    ] as const) {
      const device = isOwn ? await createDevice(nodes[0], publisher) : devices[0];
      if (!isOwn) await account.as.post(`/v1/listings/${script.slug}/library`).send({}).expect(201);
      const request = { scriptId: script._id, devices: [{ _id: device._id }] };
      const { _id: jobId } = (await account.as.post('/v1/jobs').send(request).expect(201)).body;
      const { items } = (await account.as.get(`/v1/runs?jobId=${jobId}`).expect(200)).body;
      for (const scope of ['device', 'account'] as const) {
        const reply = await callStore(nodes[0], device, callOf(items[0], set('key', 1), scope));
        expect(reply.type === 'problem' ? reply.code : reply.type).toBe(isOwn ? 'set' : 'FORBIDDEN');
        const read = await callStore(nodes[0], device, callOf(items[0], { type: 'get', key: 'key' }, scope));
        expect(read.type === 'problem' ? read.code : read.type).toBe(isOwn ? 'get' : 'FORBIDDEN');
      }
      await callStore(nodes[0], device, callOf(items[0], set('key', account.accountId)));
      const { body } = await account.as.get(`/v1/stores/${script._id}/entries/key`).expect(200);
      expect(body).toMatchObject({ value: account.accountId });
    }
  });

  it('refuses runs of other devices, and runs that have ended', async () => {
    const get = callOf(runs[1], { type: 'get', key: 'key' });
    expect(await sendCall(nodes[0], devices[0], get)).toEqual(notFound);
    expect(await sendCall(nodes[0], devices[0], { ...get, runId: newId() })).toEqual(notFound);
    const stranger = await createDevice(nodes[0], await nodes[0].createAccount());
    expect(await sendCall(nodes[0], stranger, get)).toEqual(notFound);
    expect(await sendCall(nodes[0], { token: 'hmd_unknown' }, get)).toEqual(unauthorized);
    await nodes[0].context.prisma.run.update({
      where: { id: runs[1]._id },
      data: { state: 'succeeded', finishedAt: new Date() },
    });
    expect(await callStore(nodes[0], devices[1], get)).toMatchObject({ type: 'problem', code: 'RUN_ENDED' });
  });

  it('refuses a store whose script was deleted', async () => {
    await call(set('key', 1));
    await owner.as.delete(`/v1/devscripts/${scriptId}`).expect(204);
    expect(await valueOf('key')).toBeUndefined();
    expect(await call(set('key', 1))).toMatchObject({ type: 'problem', code: 'NO_STORE' });
    expect(await nodes[0].context.prisma.storeEntry.count({ where: { accountId: owner.accountId } })).toBe(0);
  });

  it('refuses what is not a call', async () => {
    const valid = callOf(runs[0], set('key', 1));
    const send = (body: unknown) => sendCall(nodes[0], devices[0], body);
    expect(await send('')).toEqual(refusal('malformedRequest'));
    expect(await send('{')).toEqual(refusal('malformedBody'));
    expect(await send([])).toMatchObject({ status: 422 });
    expect(await send({ ...valid, n: undefined })).toEqual(invalidAt('n'));
    expect(await send({ ...valid, runId: 'x' })).toEqual(invalidAt('runId'));
    const invalidKeys = ['', '\0', '.', '..', '\ud800', 'k'.repeat(LIMITS.storeKeyChars + 1)];
    for (const key of invalidKeys) {
      expect(await send({ ...valid, operation: set(key, 1) })).toEqual(invalidAt('operation.key'));
    }
    for (const json of ['', '{', `${'['.repeat(101)}${']'.repeat(101)}`, `"${'中'.repeat(30_000)}"`]) {
      const reply = await send(callOf(runs[0], { type: 'set', key: 'key', json }));
      expect(reply).toMatchObject({ status: 200, body: { type: 'problem', code: 'INVALID' } });
    }
    expect(await valueOf('key')).toBeUndefined();
  });

  it('reads calls up to a number of bytes', async () => {
    const body = JSON.stringify(callOf(runs[0], set('key', 'v')));
    const max = BUDGET.storeCallBytes.max;
    expect(await sendCall(nodes[0], devices[0], body.padEnd(max))).toMatchObject({ status: 200 });
    expect(await sendCall(nodes[0], devices[0], body.padEnd(max + 1))).toEqual(tooLarge);
    // The longest value fits, whatever its characters are.
    const longest = '"'.repeat((LIMITS.storeValueBytes - 2) / 2);
    expect(await call(set('😀'.repeat(LIMITS.storeKeyChars), longest))).toMatchObject({ type: 'set' });
  });
});
