import { BUDGET } from '@drover/contract/budget';
import { CredentialAttempts } from './credential-attempts';

const maxFailures = BUDGET.httpCredentialFailures.max;
const maxWaiting = BUDGET.httpCredentialAttemptsWaiting.max;
const address = '192.0.2.1';

let attempts: CredentialAttempts;
let close: () => unknown;

beforeEach(() => {
  attempts = new CredentialAttempts({ onClose: (closer) => void (close = closer) });
});
afterEach(() => close());

/** Starts so many attempts. Returns what each became, and the promises of those that wait. */
function start(count: number) {
  return Array.from({ length: count }, () => attempts.start(address));
}

describe('attempts to use a credential', () => {
  it('wait while all pending ones may fail, up to the bound', async () => {
    expect(start(maxFailures)).toEqual(Array(maxFailures).fill(true));
    const waiting = start(maxWaiting);
    expect(waiting.every((one) => one instanceof Promise)).toBe(true);
    expect(attempts.start(address)).toBe(false);
    expect(attempts.start('192.0.2.2')).toBe(true);
    attempts.end(address, false);
    expect(await waiting[0]).toBe(true);
    expect(attempts.start(address)).toBeInstanceOf(Promise);
  });

  it('are refused together once too many have failed', async () => {
    start(maxFailures);
    const waiting = start(5);
    for (let n = 0; n < maxFailures; n += 1) attempts.end(address, true);
    expect(await Promise.all(waiting)).toEqual(Array(5).fill(false));
    expect(attempts.start(address)).toBe(false);
    expect(attempts.state(address).remaining).toBe(0);
  });
});
