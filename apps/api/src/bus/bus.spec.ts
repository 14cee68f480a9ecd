import { pino } from 'pino';
import { newId } from '../database/ids';
import { testNatsUrl } from '../testing/database';
import { eventually } from '../testing/eventually';
import { describeWithNats } from '../testing/nats';
import type { Bus, Topics } from './bus';
import { createLocalBus } from './local-bus';
import { connectNatsBus } from './nats-bus';

const log = pino({ level: 'silent' });
const natsUrl = () => process.env[testNatsUrl] ?? '';
const connectNode = (nodeId: string) => connectNatsBus({ url: natsUrl(), nodeId, log });

/** Keeps what a bus brings. */
function listen<Topic extends keyof Topics>(bus: Bus, topic: Topic): Topics[Topic][] {
  const heard: Topics[Topic][] = [];
  bus.subscribe(topic, (message) => heard.push(message));
  return heard;
}

const kinds: [string, typeof describe, (nodeId: string) => Promise<Bus>][] = [
  ['the local bus', describe, async () => createLocalBus()],
  ['the bus over NATS', describeWithNats, connectNode],
];

describe.each(kinds)('%s', (_name, describeKind, open) => {
  describeKind('brings a node what it tells', () => {
    const nodeId = newId();
    let bus: Bus;
    beforeEach(async () => (bus = await open(nodeId)));
    afterEach(() => bus.close());

    it('after its turn, once, in order, and to each who listens', async () => {
      const [first, second] = [listen(bus, 'wake'), listen(bus, 'wake')];
      const messages = [1, 2, 3].map((number) => ({ deviceIds: [String(number)] }));
      for (const message of messages) bus.publish('wake', message);
      expect(first).toEqual([]);
      await eventually(async () => expect(first).toHaveLength(3));
      expect(first).toEqual(messages);
      expect(second).toEqual(messages);
    });

    it('under its topic alone', async () => {
      const [woken, removed] = [listen(bus, 'wake'), listen(bus, 'removed')];
      bus.publish('removed', { deviceIds: ['a'] });
      await eventually(async () => expect(removed).toHaveLength(1));
      expect(woken).toEqual([]);
    });

    it('by its name', async () => {
      const heard = listen(bus, 'wake');
      bus.publish('wake', { deviceIds: ['a'] }, nodeId);
      await eventually(async () => expect(heard).toEqual([{ deviceIds: ['a'] }]));
    });

    it('until it listens no more', async () => {
      const heard: unknown[] = [];
      const unsubscribe = bus.subscribe('wake', (message) => heard.push(message));
      unsubscribe();
      const later = listen(bus, 'wake');
      bus.publish('wake', { deviceIds: ['a'] });
      await eventually(async () => expect(later).toHaveLength(1));
      expect(heard).toEqual([]);
    });

    it('and is ready', () => expect(bus.isReady()).toBe(true));
  });
});

describeWithNats('nodes on one NATS', () => {
  const ids = [newId(), newId(), newId()];
  let buses: Bus[];
  beforeEach(async () => (buses = await Promise.all(ids.map(connectNode))));
  afterEach(() => Promise.all(buses.map((bus) => bus.close())));

  it('all hear what is told to all, each once', async () => {
    const heard = buses.map((bus) => listen(bus, 'changed'));
    buses[0].publish('changed', { deviceIds: ['a'] });
    buses[1].publish('changed', { deviceIds: ['b'] });
    await eventually(async () => heard.forEach((messages) => expect(messages).toHaveLength(2)));
    expect(heard[2]).toEqual(expect.arrayContaining([{ deviceIds: ['a'] }, { deviceIds: ['b'] }]));
  });

  it('leave alone what is told to another one', async () => {
    const heard = buses.map((bus) => listen(bus, 'wake'));
    buses[0].publish('wake', { deviceIds: ['a'] }, ids[1]);
    buses[0].publish('wake', { deviceIds: ['last'] });
    await eventually(async () =>
      heard.forEach((messages) => expect(messages.at(-1)?.deviceIds).toEqual(['last'])),
    );
    expect(heard.map(({ length }) => length)).toEqual([1, 2, 1]);
  });
});

describe('NATS that is not there', () => {
  it('ends the start with a sentence that names it, and no secret', async () => {
    const open = connectNatsBus({ url: 'nats://user:secret@127.0.0.1:9', nodeId: newId(), log });
    const message = await open.then(String, ({ message }: Error) => message);
    expect(message).toMatch(/^NATS_URL: NATS at 127\.0\.0\.1:9 cannot be used: .+\.$/);
    expect(message).not.toContain('secret');
  });
});
