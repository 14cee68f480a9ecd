import { setTimeout as delay } from 'node:timers/promises';
import { lookAgain } from './look-again';

const everyMs = 20;
const log = { warn: jest.fn() };
beforeEach(() => log.warn.mockClear());

/** A look that takes as long as it is let. */
function slowLook() {
  let finish: () => void = () => undefined;
  const look = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  return { look, finish: () => finish() };
}

describe('looking again and again', () => {
  it('looks after the interval, and again after a failure, which it logs', async () => {
    const error = new Error('away');
    const look = jest.fn().mockRejectedValueOnce(error).mockResolvedValue(undefined);
    const looking = lookAgain(look, { everyMs, log, failure: 'not looked' });
    expect(look).not.toHaveBeenCalled();
    while (look.mock.calls.length < 3) await delay(1);
    await looking.end();
    expect(log.warn.mock.calls).toEqual([[{ err: error }, 'not looked']]);
  });

  it('never looks twice at once, and once more where it was asked to meanwhile', async () => {
    const { look, finish } = slowLook();
    const looking = lookAgain(look, { everyMs: 60_000, log, failure: '' });
    looking.lookNow();
    looking.lookNow();
    looking.lookNow();
    await delay(2 * everyMs);
    expect(look).toHaveBeenCalledTimes(1);
    finish();
    while (look.mock.calls.length < 2) await delay(1);
    finish();
    await delay(2 * everyMs);
    expect(look).toHaveBeenCalledTimes(2);
    await looking.end();
  });

  it('ends once what is under way is done, and looks no more', async () => {
    const { look, finish } = slowLook();
    const looking = lookAgain(look, { everyMs, log, failure: '' });
    while (look.mock.calls.length < 1) await delay(1);
    let isEnded = false;
    const ended = looking.end().then(() => (isEnded = true));
    await delay(2 * everyMs);
    expect(isEnded).toBe(false);
    finish();
    await ended;
    looking.lookNow();
    await delay(2 * everyMs);
    expect(look).toHaveBeenCalledTimes(1);
  });
});
