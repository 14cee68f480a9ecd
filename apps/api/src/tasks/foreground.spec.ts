import { Foreground } from './foreground';

const longMs = 60_000;

/** For how long the foreground is busy after a request. */
const lingerMs = 25;

/** The clock advances only when a test says so. */
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] }));
afterEach(() => void jest.useRealTimers());

/** Returns a function that tells whether the work goes on. */
function delayed(work: Promise<void>): () => Promise<boolean> {
  let isDelayed = true;
  void work.then(() => (isDelayed = false));
  return async () => {
    await new Promise(setImmediate);
    return isDelayed;
  };
}

describe('Foreground', () => {
  it('does not delay work while no request is being processed', async () => {
    const foreground = new Foreground();
    expect(foreground.isBusy).toBe(false);
    await foreground.untilIdle(longMs);
  });

  it('delays work until all requests have ended', async () => {
    const foreground = new Foreground();
    const ends = [foreground.begin(), foreground.begin()];
    const isDelayed = delayed(foreground.untilIdle(longMs));
    ends[0]();
    expect([foreground.isBusy, await isDelayed()]).toEqual([true, true]);
    ends[1]();
    expect([foreground.isBusy, await isDelayed()]).toEqual([true, false]);
    jest.advanceTimersByTime(lingerMs);
    expect(foreground.isBusy).toBe(false);
  });

  it('delays work only for the given time while requests go on', async () => {
    const foreground = new Foreground();
    foreground.begin();
    const isDelayed = delayed(foreground.untilIdle(10));
    jest.advanceTimersByTime(9);
    expect(await isDelayed()).toBe(true);
    jest.advanceTimersByTime(1);
    expect([foreground.isBusy, await isDelayed()]).toEqual([true, false]);
  });

  it('counts a request that lasts for a limited time', async () => {
    const foreground = new Foreground();
    foreground.begin();
    const isDelayed = delayed(foreground.untilIdle(longMs));
    jest.advanceTimersByTime(249);
    expect([foreground.isBusy, await isDelayed()]).toEqual([true, true]);
    jest.advanceTimersByTime(1);
    expect([foreground.isBusy, await isDelayed()]).toEqual([true, false]);
    jest.advanceTimersByTime(lingerMs);
    expect(foreground.isBusy).toBe(false);
  });

  it('is busy until some time after the last request', () => {
    const foreground = new Foreground();
    foreground.begin()();
    jest.advanceTimersByTime(lingerMs - 1);
    expect(foreground.isBusy).toBe(true);
    jest.advanceTimersByTime(1);
    expect(foreground.isBusy).toBe(false);
  });

  describe('pauseAfterWork', () => {
    const pauses = { forRequests: 2, besideOthers: 5 };
    const own = new Set(['a']);

    it('pauses until the requests of the same account have ended', async () => {
      const foreground = new Foreground();
      foreground.accounts.note('a');
      const end = foreground.begin();
      const isDelayed = delayed(foreground.pauseAfterWork(10, pauses, own));
      jest.advanceTimersByTime(19);
      expect(await isDelayed()).toBe(true);
      end();
      expect(await isDelayed()).toBe(false);
    });

    it.each([
      ['another account sends requests', own],
      ['two accounts send requests, if those of the work are unknown', undefined],
    ])('pauses for a multiple of the time while %s', async (_what, accountIds) => {
      const foreground = new Foreground();
      foreground.accounts.note('a');
      foreground.accounts.note('b');
      const isDelayed = delayed(foreground.pauseAfterWork(10, pauses, accountIds));
      await jest.advanceTimersByTimeAsync(49);
      expect(await isDelayed()).toBe(true);
      await jest.advanceTimersByTimeAsync(1);
      expect(await isDelayed()).toBe(false);
    });
  });
});
