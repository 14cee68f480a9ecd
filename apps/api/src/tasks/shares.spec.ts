import { BUDGET } from '@drover/contract/budget';
import { ActiveAccounts } from './active-accounts';
import { Shares } from './shares';

/** How long an owner waits for each millisecond that it used beyond its burst of 20 ms. */
const msPerMs = 1000 / BUDGET.computingBesideOthers.max;

/** The clock advances only when a test says so. */
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Work of owners by name. `note` counts a request of an account. */
function createWork({ isUnlimited = false } = {}) {
  const accounts = new ActiveAccounts();
  const shares = new Shares({ accounts, isUnlimited });
  const started: string[] = [];
  return {
    shares,
    started,
    note: (accountId: string) => accounts.note(accountId),
    start: (owner: string, ms: number) => shares.start(owner, ms, () => started.push(`${owner} ${ms}`)),
  };
}

/** Lets time pass, in which accounts go on sending requests. */
function pass(ms: number, note: () => void): void {
  for (let passed = 0; passed < ms; passed += 1) {
    note();
    jest.advanceTimersByTime(1);
  }
}

describe('Shares', () => {
  it('delays the work of an account beyond its share while another account sends requests', () => {
    const { start, started, note } = createWork();
    note('other');
    start('a', 20);
    start('a', 10);
    start('a', 1);
    expect(started).toEqual(['a 20', 'a 10']);
    pass(10 * msPerMs - 1, () => note('other'));
    expect(started).toEqual(['a 20', 'a 10']);
    pass(2, () => note('other'));
    expect(started).toEqual(['a 20', 'a 10', 'a 1']);
  });

  it('does not delay an account that has the server to itself', () => {
    const { start, started, note } = createWork();
    note('a');
    for (let work = 0; work < 3; work += 1) start('a', 100);
    expect(started).toEqual(['a 100', 'a 100', 'a 100']);
  });

  it('starts waiting work soon after the last request of the other account', () => {
    const { start, started, note } = createWork();
    note('other');
    start('a', 250);
    start('a', 1);
    jest.advanceTimersByTime(249);
    expect(started).toEqual(['a 250']);
    jest.advanceTimersByTime(51);
    expect(started).toEqual(['a 250', 'a 1']);
  });

  it('does not let one account wait for another one', () => {
    const { start, started, note } = createWork();
    note('a');
    note('b');
    start('a', 100);
    start('a', 1);
    start('b', 2);
    expect(started).toEqual(['a 100', 'b 2']);
  });

  it('starts the works of an owner in order, each when the former ones are made up for', () => {
    const { start, started, note } = createWork();
    note('other');
    for (const ms of [30, 12, 11]) start('a', ms);
    pass(10 * msPerMs + 1, () => note('other'));
    expect(started).toEqual(['a 30', 'a 12']);
    pass(12 * msPerMs + 1, () => note('other'));
    expect(started).toEqual(['a 30', 'a 12', 'a 11']);
  });

  it('counts at most 250 ms, so that no work waits for more than some seconds', () => {
    const { shares, start, started, note } = createWork();
    note('other');
    shares.count('198.51.100.1', 10_000);
    start('198.51.100.1', 1);
    pass(230 * msPerMs - 1, () => note('other'));
    expect(started).toEqual([]);
    pass(2, () => note('other'));
    expect(started).toEqual(['198.51.100.1 1']);
  });

  it('lets an address go on when an account within its share takes over the work', () => {
    const { shares, start, started, note } = createWork();
    note('other');
    for (const ms of [15, 15, 1]) start('198.51.100.1', ms);
    expect(started).toEqual(['198.51.100.1 15', '198.51.100.1 15']);
    shares.move({ from: '198.51.100.1', to: 'a', ms: 15 });
    expect(started).toEqual(['198.51.100.1 15', '198.51.100.1 15', '198.51.100.1 1']);
    start('a', 15);
    start('a', 1);
    expect(started.slice(3)).toEqual(['a 15']);
  });

  it('lets an address wait when the account that takes over its work is beyond its share', () => {
    const { shares, start, started, note } = createWork();
    note('other');
    shares.count('a', 30);
    for (const ms of [30, 1]) start('198.51.100.1', ms);
    shares.move({ from: '198.51.100.1', to: 'a', ms: 30 });
    expect(started).toEqual(['198.51.100.1 30']);
    pass(10 * msPerMs + 1, () => note('other'));
    expect(started).toEqual(['198.51.100.1 30', '198.51.100.1 1']);
  });

  it('does not count work without an owner', () => {
    const { start, started, note } = createWork();
    note('other');
    start('', 100);
    start('', 1);
    expect(started).toEqual([' 100', ' 1']);
  });

  it('delays nothing if there is no limit', () => {
    const { start, started, note } = createWork({ isUnlimited: true });
    note('other');
    start('a', 100);
    start('a', 1);
    expect(started).toEqual(['a 100', 'a 1']);
  });

  it('resolves when work may start', async () => {
    const { shares, note } = createWork();
    note('other');
    let isReady = false;
    await shares.enter('a', 30);
    void shares.enter('a', 1).then(() => (isReady = true));
    await jest.advanceTimersByTimeAsync(10 * msPerMs - 1);
    expect(isReady).toBe(false);
    await jest.advanceTimersByTimeAsync(2);
    expect(isReady).toBe(true);
  });

  it('forgets owners that have made up for what they used', () => {
    const { shares, note } = createWork();
    note('other');
    for (let owner = 0; owner < 1000; owner += 1) {
      shares.count(`198.51.100.${owner}`, 1);
      jest.advanceTimersByTime(msPerMs);
    }
    expect(shares.size).toBeLessThan(5);
  });
});
