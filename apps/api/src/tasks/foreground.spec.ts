import { Foreground } from './foreground';

const longMs = 60_000;

describe('Foreground', () => {
  it('does not delay work while no request is being processed', async () => {
    const foreground = new Foreground();
    expect(foreground.isBusy).toBe(false);
    await foreground.untilIdle(longMs);
  });

  it('delays work until all requests have ended', async () => {
    const foreground = new Foreground();
    const ends = [foreground.begin(), foreground.begin()];
    let isIdle = false;
    const idle = foreground.untilIdle(longMs).then(() => (isIdle = true));
    ends[0]();
    await new Promise(setImmediate);
    expect([foreground.isBusy, isIdle]).toEqual([true, false]);
    ends[1]();
    await idle;
    expect(foreground.isBusy).toBe(false);
  });

  it('delays work only for the given time while requests go on', async () => {
    const foreground = new Foreground();
    const end = foreground.begin();
    await foreground.untilIdle(1);
    expect(foreground.isBusy).toBe(true);
    end();
  });

  it('counts a request that lasts for a limited time', async () => {
    const foreground = new Foreground();
    foreground.begin();
    await foreground.untilIdle(longMs);
    expect(foreground.isBusy).toBe(false);
  });
});
