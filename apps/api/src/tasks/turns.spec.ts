import type { Steps } from './steps';
import { Turns } from './turns';

/** Longer than one turn of the event loop may be used. */
const longMs = 5;

/** A clock that only steps advance, by the time that they take. */
let now = 0;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Runs deferred callbacks. Each may defer another one. */
async function passTicks(): Promise<void> {
  for (let tick = 0; tick < 10; tick += 1) await new Promise<void>((resolve) => process.nextTick(resolve));
}

/** Adds steps of accounts, and records which have run. */
function createSteps(foreground: { isBusy: boolean }, { hasShare = true } = {}) {
  const counted: [string, number][] = [];
  const delayed: (() => void)[] = [];
  const turns = new Turns(foreground, {
    count: (owner, ms) => void counted.push([owner, ms]),
    start: (_owner, _ms, work) => (hasShare ? work() : void delayed.push(work)),
  });
  const ran: string[] = [];
  const add = (account: string, name: string, ms = 0) =>
    turns.run(account, () => {
      now += ms;
      ran.push(name);
    });
  return { ran, add, turns, counted, startAll: () => delayed.splice(0).forEach((work) => work()) };
}

describe('Turns', () => {
  it('runs a step at once while there is little to do', () => {
    const { ran, add } = createSteps({ isBusy: false });
    add('a', 'a');
    expect(ran).toEqual(['a']);
  });

  it('handles other events between long steps, and lets accounts take turns', async () => {
    const { ran, add } = createSteps({ isBusy: false });
    for (let n = 1; n <= 100; n += 1) add('flood', `flood ${n}`, longMs);
    add('other', 'other', longMs);
    expect(ran).toEqual(['flood 1']);
    const turnsOfLoop: string[][] = [];
    for (let turn = 1; turn <= 3; turn += 1) {
      const before = ran.length;
      jest.advanceTimersToNextTimer();
      await passTicks();
      turnsOfLoop.push(ran.slice(before));
    }
    expect(turnsOfLoop).toEqual([['flood 2'], ['other'], ['flood 3']]);
  });

  it('runs several short steps in one turn of the event loop', async () => {
    const { ran, add } = createSteps({ isBusy: false });
    add('a', 'long', longMs);
    for (const name of ['short 1', 'short 2', 'short 3']) add('a', name);
    expect(ran).toEqual(['long']);
    jest.advanceTimersToNextTimer();
    await passTicks();
    expect(ran).toEqual(['long', 'short 1', 'short 2', 'short 3']);
  });

  it('measures work that a waiting step defers, but not work after a step that ran immediately', async () => {
    const { ran, add, turns } = createSteps({ isBusy: false });
    add('a', 'first');
    now += longMs;
    add('a', 'second', longMs);
    turns.run('a', () => process.nextTick(() => (now += longMs)));
    add('a', 'fourth');
    expect(ran).toEqual(['first', 'second']);
    jest.advanceTimersToNextTimer();
    await passTicks();
    expect(ran).toEqual(['first', 'second']);
    jest.advanceTimersToNextTimer();
    await passTicks();
    expect(ran).toEqual(['first', 'second', 'fourth']);
  });

  it('leaves steps waiting while their owner has used its share, but not computations and urgent steps', async () => {
    const { ran, add, turns, startAll } = createSteps({ isBusy: false }, { hasShare: false });
    add('a', 'first');
    add('a', 'second');
    function* compute(): Steps<string> {
      ran.push('computed');
      return 'result';
    }
    expect(await turns.compute('a', compute())).toBe('result');
    turns.runSoon('a', () => ran.push('soon'));
    expect(ran).toEqual(['computed', 'soon']);
    startAll();
    expect(ran).toEqual(['computed', 'soon', 'first', 'second']);
  });

  it('counts what steps take for their owners, also those that waited', async () => {
    const { add, turns, counted } = createSteps({ isBusy: false });
    add('a', 'at once', 2);
    turns.run('b', () => (now += 3), 4);
    jest.advanceTimersToNextTimer();
    await passTicks();
    expect(counted).toEqual([
      ['a', 2],
      ['b', 7],
    ]);
  });

  it('counts what a step costs later as a part of the step', async () => {
    const { ran, add, turns } = createSteps({ isBusy: true });
    turns.run('a', () => void ran.push('first'), longMs);
    turns.run('a', () => void ran.push('second'), longMs);
    add('a', 'third');
    for (const expected of [['first'], ['first', 'second'], ['first', 'second', 'third']]) {
      expect(ran).toEqual(expected);
      jest.advanceTimersByTime(2 * longMs);
      await passTicks();
    }
  });

  it('computes in parts, so that accounts take turns and other events are handled', async () => {
    const { ran, turns } = createSteps({ isBusy: false });
    function* count(name: string, ms: number): Steps<string> {
      for (let n = 1; n <= 3; n += 1) {
        now += ms;
        ran.push(`${name} ${n}`);
        yield;
      }
      return name;
    }
    const results = [
      turns.compute('flood', count('long', longMs)),
      turns.compute('flood', count('next', longMs)),
    ];
    results.push(turns.compute('other', count('short', 0)));
    expect(ran).toEqual(['long 1']);
    const parts: string[] = [];
    for (let turn = 1; turn <= 6; turn += 1) {
      const before = ran.length;
      jest.advanceTimersToNextTimer();
      await passTicks();
      parts.push(ran.slice(before).join());
    }
    expect(parts).toEqual(['long 2', 'short 1,short 2,short 3,next 1', 'long 3', 'next 2', 'next 3', '']);
    expect(await Promise.all(results)).toEqual(['long', 'next', 'short']);
  });

  it('rejects a computation that fails, and continues with others', async () => {
    const { ran, add, turns } = createSteps({ isBusy: false });
    function* fail(): Steps<void> {
      yield;
      throw new Error('cannot compute');
    }
    await expect(turns.compute('a', fail())).rejects.toThrow('cannot compute');
    add('a', 'next');
    expect(ran).toEqual(['next']);
  });

  it('leaves time between its turns for requests that are being processed', () => {
    const { ran, add } = createSteps({ isBusy: true });
    add('a', 'first', longMs);
    add('a', 'second', longMs);
    jest.advanceTimersByTime(2 * longMs - 1);
    expect(ran).toEqual(['first']);
    jest.advanceTimersByTime(1);
    expect(ran).toEqual(['first', 'second']);
  });
});
