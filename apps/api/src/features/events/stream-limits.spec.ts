import { BUDGET } from '@drover/contract/budget';
import { once } from 'node:events';
import { eventually } from '../../testing/eventually';
import { createDevice } from '../../testing/test-device';
import { execute } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { TestWatcher } from '../../testing/test-watcher';
import { EventHub } from './hub';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.createAccount();
});
afterAll(() => server.close());

const watch = ({ token }: TestAccount, lastEventId?: string) =>
  TestWatcher.open(server.url, { token, lastEventId });
const callerOf = async ({ accountId }: TestAccount) => {
  const { id: tokenId } = await server.context.prisma.accessToken.findFirstOrThrow({ where: { accountId } });
  return {
    ...{ accountId, groups: null, personId: null, personName: null, role: 'owner' as const },
    tokenId,
    tokenName: '',
    kind: 'personal' as const,
    scopes: [],
    address: '127.0.0.1',
    approvalRules: { maxDevices: null, schedules: false, groups: [] },
    lacksSecondFactor: false,
    lacksSingleSignOn: false,
    isAdministrator: false,
    isReviewer: false,
  };
};

describe('open event streams', () => {
  it('are limited for each account', async () => {
    const watchers: TestWatcher[] = [];
    while (watchers.length < BUDGET.eventStreams.max) watchers.push(await watch(owner));
    expect(new Set(watchers.map(({ response }) => response.statusCode))).toEqual(new Set([200]));
    const beyond = await owner.as.get('/v1/events').expect(429);
    expect(beyond.headers['retry-after']).toBe('15');
    expect(beyond.body.message).toContain(`${BUDGET.eventStreams.max} event streams`);
    const other = await watch(await server.createAccount());
    expect(other.response.statusCode).toBe(200);
    await watchers[0].close();
    await eventually(async () => {
      watchers[0] = await watch(owner);
      expect(watchers[0].response.statusCode).toBe(200);
    });
    await Promise.all([...watchers, other].map((watcher) => watcher.close()));
  });

  it('are limited in number', async () => {
    // The token belongs to none of these accounts.
    const hub = new EventHub(server.context, { tokenCheckMs: 3_600_000 });
    const caller = await callerOf(owner);
    const open = (account: number) => hub.watch({ ...caller, accountId: String(account) }, {});
    const perAccount = BUDGET.eventStreams.max;
    const { max } = BUDGET.eventStreamsOfAll;
    const streams = Array.from({ length: max }, (_, number) => open(Math.floor(number / perAccount)));
    expect(() => open(max)).toThrow('unavailable');
    const [stream] = streams;
    stream.destroy();
    await once(stream, 'close');
    streams.push(open(max));
    streams.forEach((each) => each.destroy());
    await hub.close();
  });

  it('are closed if their reader has stopped, which can then resume without a gap', async () => {
    const hub = new EventHub(server.context, { pingMs: 200 });
    const caller = await callerOf(owner);
    const stream = hub.watch(caller, {});
    const [, lastEventId] = /id: (\S+)/.exec(String(stream.read())) ?? [];
    const device = await createDevice(server, owner);
    const link = await device.connect();
    await execute(owner, [device]);
    const { runId } = await link.start();
    const failed = once(stream, 'error');
    const count = Math.ceil((4 * BUDGET.eventUnreadBytes.max) / 30_000 / 10) * 10;
    for (let seq = 1; seq < count; seq += 10)
      await link.log(runId, Array<string>(10).fill('x'.repeat(30_000)), seq);
    expect(String((await failed)[0])).toContain('does not read');
    let resumed = '';
    const again = hub.watch(caller, {}, lastEventId).on('data', (text) => (resumed += String(text)));
    await eventually(async () => expect(resumed).toContain(`"seq":${count}`));
    expect(resumed).not.toContain('event: reset');
    again.destroy();
    await hub.close();
    await link.close();
  });

  it('are reset if the past events they need were dropped by the limit for all accounts', async () => {
    const hub = new EventHub(server.context, { maxHistoryChars: 100_000 });
    const caller = await callerOf(owner);
    let received = '';
    const stream = hub.watch(caller, {}).on('data', (text) => (received += String(text)));
    await eventually(async () => expect(received).toMatch(/id: \S+/));
    const [, lastEventId] = /id: (\S+)/.exec(received) ?? [];
    const device = await createDevice(server, owner);
    const link = await device.connect();
    await execute(owner, [device]);
    const { runId } = await link.start();
    await link.log(runId, Array<string>(10).fill('x'.repeat(15_000)), 1);
    await eventually(async () => expect(received).toContain('"seq":10'));
    const [text] = (await once(hub.watch(caller, {}, lastEventId), 'data')) as [Buffer];
    expect(String(text)).toContain('event: reset');
    stream.destroy();
    await hub.close();
    await link.close();
  });
});
