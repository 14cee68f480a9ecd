import { BUDGET } from '@drover/contract/budget';
import { PassThrough } from 'node:stream';
import { FrameTurns } from './frame-turns';
import { Reading } from './reading';

/** A socket that handles its waiting frames when `runAll` is called. */
function createSocket() {
  const waiting: (() => void)[] = [];
  const handled: string[] = [];
  let isRead = true;
  const socket = { pause: () => void (isRead = false), resume: () => void (isRead = true) };
  const costs: (number | undefined)[] = [];
  const owners: string[] = [];
  const soon: string[] = [];
  const run = (owner: string, step: () => void, laterMs?: number) => {
    owners.push(owner);
    waiting.push(step);
    costs.push(laterMs);
  };
  const runSoon: typeof run = (owner, step, laterMs) => {
    soon.push(owner);
    run(owner, step, laterMs);
  };
  const turns = new FrameTurns({ run, runSoon }, new Reading({ socket, connection: new PassThrough() }));
  return {
    handled,
    costs,
    owners,
    soon,
    receive: (name: string, bytes: number, owner = 'account') =>
      turns.run(owner, bytes, () => void handled.push(name)),
    runAll: () => waiting.splice(0).forEach((step) => step()),
    isRead: () => isRead,
  };
}

describe('FrameTurns', () => {
  it(`stops reading a socket with more than ${BUDGET.linkWaitingFrames.max} waiting frames`, () => {
    const { receive, runAll, isRead, handled } = createSocket();
    for (let frame = 1; frame <= BUDGET.linkWaitingFrames.max; frame += 1) receive(`frame ${frame}`, 1);
    expect(isRead()).toBe(true);
    receive('one more', 1);
    expect(isRead()).toBe(false);
    runAll();
    expect(isRead()).toBe(true);
    expect(handled).toHaveLength(BUDGET.linkWaitingFrames.max + 1);
  });

  it(`stops reading a socket with more than ${BUDGET.linkWaitingBytes.max} bytes of waiting frames`, () => {
    const { receive, runAll, isRead } = createSocket();
    receive('large', BUDGET.linkWaitingBytes.max);
    expect(isRead()).toBe(true);
    receive('one more', 1);
    expect(isRead()).toBe(false);
    runAll();
    expect(isRead()).toBe(true);
    receive('large', BUDGET.linkWaitingBytes.max);
    expect(isRead()).toBe(true);
  });

  it('leaves frames waiting, and then the socket unread, until their turn', () => {
    const { receive, runAll, isRead, handled } = createSocket();
    receive('large', BUDGET.linkWaitingBytes.max);
    receive('one more', 1);
    expect([handled, isRead()]).toEqual([[], false]);
    runAll();
    expect([handled, isRead()]).toEqual([['large', 'one more'], true]);
  });

  it('keeps the order of frames when the account becomes known', () => {
    const { receive, runAll, owners, handled } = createSocket();
    receive('first', 1, '198.51.100.1');
    receive('second', 1);
    runAll();
    receive('third', 1);
    runAll();
    expect(owners).toEqual(['198.51.100.1', '198.51.100.1', 'account']);
    expect(handled).toEqual(['first', 'second', 'third']);
  });

  it('handles the first frame without waiting for a share of the main thread', () => {
    const { receive, owners, soon } = createSocket();
    receive('hello', 1, '198.51.100.1');
    receive('second', 1, '198.51.100.1');
    expect([owners.length, soon]).toEqual([2, ['198.51.100.1']]);
  });

  it('charges a frame for what it costs after its turn, by its size', () => {
    const { receive, costs } = createSocket();
    receive('1 MB', 1024 ** 2);
    receive('1 KB', 1024);
    expect(costs).toEqual([25, 25 / 1024]);
  });
});
