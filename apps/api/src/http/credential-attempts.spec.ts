import { BUDGET } from '@drover/contract/budget';
import { setImmediate } from 'node:timers/promises';
import { CredentialAttempts, type EndAttempt } from './credential-attempts';

const maxFailures = BUDGET.httpCredentialFailures.max;
const maxWaiting = BUDGET.httpCredentialAttemptsWaiting.max;
const maxAtOnce = BUDGET.httpCredentialAttemptsAtOnce.max;
const maxHeldMs = BUDGET.httpRequestTurnMs.max;
const address = '192.0.2.1';

let attempts: CredentialAttempts;
let close: () => unknown;
let allowed: EndAttempt[];
let refused: number;

beforeEach(() => {
  jest.useFakeTimers();
  attempts = new CredentialAttempts({ onClose: (closer) => void (close = closer) });
  allowed = [];
  refused = 0;
});
afterEach(() => {
  close();
  jest.useRealTimers();
});

/** Starts so many attempts, and collects those that are allowed. The others are refused, or wait. */
async function start(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    void attempts.start(address).then((end) => (end ? allowed.push(end) : (refused += 1)));
  }
  await setImmediate();
}

const counts = () => ({ allowed: allowed.length, refused });

describe('attempts to use a credential', () => {
  it('wait while others of the address run, up to the bound', async () => {
    await start(maxAtOnce + maxWaiting);
    expect(counts()).toEqual({ allowed: maxAtOnce, refused: 0 });
    await start(1);
    expect(counts()).toEqual({ allowed: maxAtOnce, refused: 1 });
    expect(await attempts.start('192.0.2.2')).toBeDefined();
    allowed[0](false);
    await setImmediate();
    expect(counts()).toEqual({ allowed: maxAtOnce + 1, refused: 1 });
  });

  it('wait while all pending ones may fail, even if these last long', async () => {
    await start(maxFailures + 1);
    for (let begun = maxAtOnce; begun <= maxFailures; begun += maxAtOnce) {
      expect(counts()).toEqual({ allowed: begun, refused: 0 });
      jest.advanceTimersByTime(maxHeldMs);
      await setImmediate();
    }
    expect(counts()).toEqual({ allowed: maxFailures, refused: 0 });
    allowed[0](false);
    await setImmediate();
    expect(counts()).toEqual({ allowed: maxFailures + 1, refused: 0 });
  });

  it('are refused together once too many have failed', async () => {
    await start(maxFailures + 5);
    for (let n = 0; n < maxFailures; n += 1) {
      allowed[n](true);
      await setImmediate();
    }
    await start(1);
    expect(counts()).toEqual({ allowed: maxFailures, refused: 6 });
    expect(attempts.state(address).remaining).toBe(0);
  });
});
