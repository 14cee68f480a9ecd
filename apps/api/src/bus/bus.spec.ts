import { pino } from 'pino';
import { newId } from '../database/ids';
import type { NatsSettings } from './nats-settings';
import { testNatsUrl } from '../testing/database';
import { eventually } from '../testing/eventually';
import { describeWithNats } from '../testing/nats';
import type { Bus, Topics } from './bus';
import { createLocalBus } from './local-bus';
import { connectNatsBus } from './nats-bus';

const log = pino({ level: 'silent' });
const natsUrl = () => process.env[testNatsUrl] ?? '';
/** Another server on this NATS may have the same database, so this run has a prefix of its own. */
const NATS_SUBJECT_PREFIX = `test-${newId()}`;
const connectTo = (installationId: string, nodeId: string, changes: Partial<NatsSettings> = {}) =>
  connectNatsBus({
    settings: { NATS_URL: natsUrl(), NATS_SUBJECT_PREFIX, ...changes },
    ...{ installationId, nodeId, log },
  });
const connectNode = (nodeId: string) => connectTo('installation', nodeId);

/** Subscribes to a topic, and collects its messages. */
function listen<Topic extends keyof Topics>(bus: Bus, topic: Topic): Topics[Topic][] {
  const received: Topics[Topic][] = [];
  bus.subscribe(topic, (message) => received.push(message));
  return received;
}

const kinds: [string, typeof describe, (nodeId: string) => Promise<Bus>][] = [
  ['the local bus', describe, async () => createLocalBus()],
  ['the bus over NATS', describeWithNats, connectNode],
];

describe.each(kinds)('%s', (_name, describeKind, open) => {
  describeKind('on one node', () => {
    const nodeId = newId();
    let bus: Bus;
    beforeEach(async () => (bus = await open(nodeId)));
    afterEach(() => bus.close());

    it('delivers asynchronously, once, in order and to each subscriber', async () => {
      const [first, second] = [listen(bus, 'wake'), listen(bus, 'wake')];
      const messages = [1, 2, 3].map((number) => ({ deviceIds: [String(number)] }));
      for (const message of messages) bus.publish('wake', message);
      expect(first).toEqual([]);
      await eventually(async () => expect(first).toHaveLength(3));
      expect(first).toEqual(messages);
      expect(second).toEqual(messages);
    });

    it('delivers only to subscribers of the topic', async () => {
      const [woken, removed] = [listen(bus, 'wake'), listen(bus, 'removed')];
      bus.publish('removed', { deviceIds: ['a'] });
      await eventually(async () => expect(removed).toHaveLength(1));
      expect(woken).toEqual([]);
    });

    it('delivers messages addressed to the node itself', async () => {
      const received = listen(bus, 'wake');
      bus.publish('wake', { deviceIds: ['a'] }, nodeId);
      await eventually(async () => expect(received).toEqual([{ deviceIds: ['a'] }]));
    });

    it('delivers nothing after unsubscribing', async () => {
      const received: unknown[] = [];
      const unsubscribe = bus.subscribe('wake', (message) => received.push(message));
      unsubscribe();
      const later = listen(bus, 'wake');
      bus.publish('wake', { deviceIds: ['a'] });
      await eventually(async () => expect(later).toHaveLength(1));
      expect(received).toEqual([]);
    });

    it('is ready', () => expect(bus.isReady()).toBe(true));
  });
});

describeWithNats('several nodes on one NATS server', () => {
  const ids = [newId(), newId(), newId()];
  let buses: Bus[];
  beforeEach(async () => (buses = await Promise.all(ids.map(connectNode))));
  afterEach(() => Promise.all(buses.map((bus) => bus.close())));

  it('deliver a broadcast to each node once', async () => {
    const received = buses.map((bus) => listen(bus, 'changed'));
    buses[0].publish('changed', { deviceIds: ['a'] });
    buses[1].publish('changed', { deviceIds: ['b'] });
    await eventually(async () => received.forEach((messages) => expect(messages).toHaveLength(2)));
    expect(received[2]).toEqual(expect.arrayContaining([{ deviceIds: ['a'] }, { deviceIds: ['b'] }]));
  });

  it('deliver an addressed message only to its node', async () => {
    const received = buses.map((bus) => listen(bus, 'wake'));
    buses[0].publish('wake', { deviceIds: ['a'] }, ids[1]);
    buses[0].publish('wake', { deviceIds: ['last'] });
    await eventually(async () =>
      received.forEach((messages) => expect(messages.at(-1)?.deviceIds).toEqual(['last'])),
    );
    expect(received.map(({ length }) => length)).toEqual([1, 2, 1]);
  });
});

describeWithNats('several installations on one NATS server', () => {
  it('hear only their own messages, also addressed ones', async () => {
    const nodeId = newId();
    const buses = await Promise.all([
      connectTo('a', newId()),
      connectTo('a', nodeId),
      connectTo('b', nodeId),
      connectTo('a', nodeId, { NATS_SUBJECT_PREFIX: `${NATS_SUBJECT_PREFIX}.other` }),
    ]);
    const [, ...received] = buses.map((bus) => listen(bus, 'wake'));
    buses[0].publish('wake', { deviceIds: ['to all'] });
    buses[0].publish('wake', { deviceIds: ['to one'] }, nodeId);
    await eventually(async () => expect(received[0]).toHaveLength(2));
    for (const bus of buses.slice(1)) bus.publish('wake', { deviceIds: ['last'] }, nodeId);
    await eventually(async () => received.forEach((messages) => expect(messages.length).toBeGreaterThan(0)));
    expect(received.map(({ length }) => length)).toEqual([3, 1, 1]);
    await Promise.all(buses.map((bus) => bus.close()));
  });
});

describe('connectNatsBus', () => {
  it('fails with the address of an unreachable server but not its password', async () => {
    const open = connectTo('installation', newId(), { NATS_URL: 'nats://user:secret@127.0.0.1:9' });
    const message = await open.then(String, ({ message }: Error) => message);
    expect(message).toMatch(/^NATS_URL: NATS at 127\.0\.0\.1:9 cannot be used: .+\.$/);
    expect(message).not.toContain('secret');
  });
});
