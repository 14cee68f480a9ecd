import { LIMITS } from '@drover/contract';
import type { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Caller } from '../../auth/caller';
import { eventually } from '../../testing/eventually';
import { createDevice, type TestLink } from '../../testing/test-device';
import { execute } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { TestWatcher } from '../../testing/test-watcher';
import { EventHub } from './hub';

let server: TestServer;
let owner: TestAccount;
let hub: EventHub | undefined;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.createAccount();
});
afterEach(() => hub?.close());
afterAll(() => server.close());

const callerOf = async ({ accountId }: TestAccount): Promise<Caller> => {
  const { id: tokenId } = await server.context.prisma.accessToken.findFirstOrThrow({ where: { accountId } });
  return {
    ...{ accountId, groups: null, personId: null, personName: null, role: 'owner' },
    tokenId,
    tokenName: '',
    kind: 'personal',
    scopes: [],
    address: '127.0.0.1',
    approvalRules: { maxDevices: null, schedules: false, groups: [] },
    lacksSecondFactor: false,
    lacksSingleSignOn: false,
    isAdministrator: false,
    isReviewer: false,
  };
};
/** Counts the statements sent to the database. */
const counted = () => {
  const { pool } = server.context;
  const counting = { count: 0 };
  const query = (...args: Parameters<typeof pool.query>) => {
    counting.count += 1;
    return pool.query(...args) as unknown;
  };
  return { counting, context: { ...server.context, pool: { query } as unknown as typeof pool } };
};
const idOf = (chunk: string) => /id: (\S+)/.exec(chunk)?.[1] ?? '';
const read = (stream: Readable) => (stream.read() as Buffer | null)?.toString() ?? '';

describe('EventHub', () => {
  it('loads nothing without watchers, and once for all watchers', async () => {
    const { context, counting } = counted();
    // Checking the tokens is a statement too. It must not run during the test.
    hub = new EventHub(context, { tokenCheckMs: 3_600_000 });
    const device = await createDevice(server, owner);
    const witness = await TestWatcher.open(server.url, { token: owner.token });
    const rename = async (name: string) => {
      await owner.as.put(`/v1/devices/${device._id}`).send({ name }).expect(204);
      await witness.next('device');
    };
    await rename('1');
    expect(counting.count).toBe(0);

    const caller = await callerOf(owner);
    const streams = Array.from({ length: 20 }, () => hub?.watch(caller, {}) as Readable);
    streams.forEach(read);
    await rename('2');
    await eventually(async () => {
      for (const stream of streams) expect(stream.readableLength).toBeGreaterThan(0);
    });
    expect(counting.count).toBe(1);
    for (const stream of streams) expect(read(stream)).toContain('"name":"2"');
    streams.forEach((stream) => stream.destroy());
    await witness.close();
  });

  it('sends keep-alive comments with the current position', async () => {
    hub = new EventHub(server.context, { pingMs: 10 });
    const stream = hub.watch(await callerOf(owner), {});
    const start = read(stream);
    expect(start).toMatch(/^:\nid: [0-9a-f]{24}-0\n\n$/);
    await eventually(async () => expect(read(stream)).toContain(start));
    stream.destroy();
  });

  it('drops the history of an account after a time without watchers', async () => {
    hub = new EventHub(server.context, { pingMs: 10, historyMs: 0 });
    const caller = await callerOf(owner);
    const first = hub.watch(caller, {});
    const lastEventId = idOf(read(first));
    first.destroy();
    await eventually(async () => {
      const second = hub?.watch(caller, {}, lastEventId) as Readable;
      const start = read(second);
      second.destroy();
      expect(start).toContain('event: reset');
    });
  });

  it('ends only the streams of revoked and expired tokens', async () => {
    hub = new EventHub(server.context, { tokenCheckMs: 10 });
    await owner.createToken({});
    await owner.createToken({});
    const { prisma } = server.context;
    const tokens = await prisma.accessToken.findMany({ where: { accountId: owner.accountId } });
    const caller = await callerOf(owner);
    const [stays, revoked, expired] = tokens.map(
      ({ id }) => hub?.watch({ ...caller, tokenId: id }, {}) as Readable,
    );
    await prisma.accessToken.delete({ where: { id: tokens[1].id } });
    await text(revoked);
    await prisma.accessToken.update({
      where: { id: tokens[2].id },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    await text(expired);
    expect(stays.readableEnded || stays.destroyed || stays.closed).toBe(false);
    stays.destroy();
  });

  /** Writes a log with lines of 30,000 characters each. */
  async function writeLog(lines: number): Promise<{ runId: string; link: TestLink }> {
    const device = await createDevice(server, owner);
    const link = await device.connect();
    await execute(owner, [device]);
    const { runId } = await link.start();
    for (let seq = 1; seq <= lines; seq += 10) {
      await link.log(runId, Array<string>(10).fill('x'.repeat(30_000)), seq);
    }
    return { runId, link };
  }

  it('loses no events for slow readers', async () => {
    hub = new EventHub(server.context);
    const slow = hub.watch(await callerOf(owner), { types: ['log'] });
    const { link } = await writeLog(120);
    expect(slow.readableLength + (slow as PassThrough).writableLength).toBeLessThan(1024 * 1024);
    let received = '';
    await eventually(async () => {
      received += read(slow);
      expect(received.includes('"seq":120,')).toBe(true);
    });
    const seqs = [...received.matchAll(/"seq":(\d+),/g)].map(([, seq]) => Number(seq));
    expect(seqs).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
    expect(received).not.toContain('event: reset');
    slow.destroy();
    await link.close();
  });

  it('closes the stream of a reader that fell too far behind, and sends a reset when it returns', async () => {
    hub = new EventHub(server.context);
    const caller = await callerOf(owner);
    const [slow, quick] = [hub.watch(caller, { types: ['log'] }), hub.watch(caller, { types: ['log'] })];
    const lastEventId = idOf(read(slow));
    let isComplete = false;
    quick.on('data', (chunk: Buffer) => (isComplete ||= chunk.includes('"seq":320,')));
    const { runId, link } = await writeLog(320);
    await eventually(async () => expect(isComplete).toBe(true));
    await expect(text(slow)).rejects.toThrow('too slow');
    const again = hub.watch(caller, { types: ['log'] }, lastEventId);
    expect(read(again)).toContain('event: reset');
    await link.log(runId, ['the last line'], 321);
    await eventually(async () => expect(read(again).includes('the last line')).toBe(true));
    again.destroy();
    quick.destroy();
    await link.close();
  });

  it('sends a reset if loading events fails', async () => {
    const { context } = counted();
    const failing = {
      ...context,
      pool: { query: () => Promise.reject(new Error('unavailable')) } as unknown as typeof context.pool,
    };
    hub = new EventHub(failing);
    const stream = hub.watch(await callerOf(owner), {});
    read(stream);
    const device = await createDevice(server, owner);
    await owner.as.put(`/v1/devices/${device._id}`).send({ name: 'x' }).expect(204);
    await eventually(async () => expect(read(stream)).toMatch(/event: reset\ndata: {"type":"reset"}/));
    stream.destroy();
  });

  it('releases the resources of a hundred closed watchers', async () => {
    const { prisma } = server.context;
    const watchers = await Promise.all(
      Array.from({ length: LIMITS.eventStreams }, () => TestWatcher.open(server.url, { token: owner.token })),
    );
    const device = await createDevice(server, owner);
    await owner.as.put(`/v1/devices/${device._id}`).send({ name: 'all' }).expect(204);
    for (const watcher of watchers) expect((await watcher.next('device')).device.name).toBe('all');
    const connections = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const before = connections();
    await Promise.all(watchers.map((watcher) => watcher.close()));
    // Both ends of each connection are in this process.
    await eventually(async () => expect(connections()).toBeLessThanOrEqual(before - 2 * LIMITS.eventStreams));
    expect(await prisma.accessToken.count({ where: { accountId: owner.accountId } })).toBe(1);
  });

  it('ends its streams at once when the server stops', async () => {
    const other = await startTestServer();
    const watcher = await TestWatcher.open(other.url, { token: owner.token });
    const startedAt = Date.now();
    await other.close();
    await watcher.ended();
    expect(watcher.response.complete).toBe(true);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  });
});
