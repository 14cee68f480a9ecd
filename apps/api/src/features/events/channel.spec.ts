import type { Event } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { once } from 'node:events';
import type { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { newId } from '../../database/ids';
import { Channel } from './channel';

const { max } = BUDGET.eventUnreadBytes;
const subscription = { tokenId: newId(), filter: {} };

const createLog = (line: string): Event => {
  const lines = [{ seq: 1, at: new Date().toISOString(), level: 'info' as const, text: line }];
  return { type: 'log', jobId: newId(), runId: newId(), deviceId: newId(), lines };
};

const createChannel = () => new Channel((step) => step());
const open = (channel: Channel, lastEventId?: string) =>
  channel.open({ ...subscription, lastEventId }) as PassThrough;
const held = (stream: PassThrough) => stream.readableLength + stream.writableLength;

describe('an event that is larger than what a stream may hold', () => {
  it('is held in parts by a stream that nobody reads', () => {
    const channel = createChannel();
    const stream = open(channel);
    channel.add(createLog('文'.repeat(20 * max)));
    expect(held(stream)).toBeGreaterThan(max);
    expect(held(stream)).toBeLessThan(3 * max);
    stream.destroy();
  });

  it('arrives complete, with its surrogate pairs intact', async () => {
    const channel = createChannel();
    const stream = open(channel);
    const events = ['', 'x'].map((start) => createLog(start + '😀'.repeat(max)));
    for (const event of events) channel.add(event);
    channel.add({ type: 'reset' });
    let received = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
    while (!received.includes('event: reset')) await once(stream, 'data');
    const data = [...received.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json) as Event);
    expect(data).toEqual([...events, { type: 'reset' }]);
    stream.destroy();
  });

  it('closes the stream if the history drops it before all of it was sent', async () => {
    const channel = createChannel();
    const stream = open(channel);
    channel.add(createLog('x'.repeat(20 * max)));
    channel.history.dropOldest();
    await expect(text(stream)).rejects.toThrow('too slow');
    expect(channel.size).toBe(0);
    const again = open(channel, channel.history.idOf(0));
    expect(String(again.read())).toContain('event: reset');
    again.destroy();
  });
});

describe('a reader that fell behind between two events', () => {
  it('gets a reset, then what follows', async () => {
    const channel = createChannel();
    const stream = open(channel);
    while (!stream.writableNeedDrain) channel.add(createLog('x'.repeat(1000)));
    channel.add(createLog('dropped'));
    while (channel.history.length > 0) channel.history.dropOldest();
    let received = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
    while (!received.includes('event: reset')) await once(stream, 'data');
    channel.add(createLog('the next one'));
    while (!received.includes('the next one')) await once(stream, 'data');
    expect(received).not.toContain('dropped');
    stream.destroy();
  });
});
