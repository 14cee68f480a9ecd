import { BUDGET } from '@drover/contract/budget';
import { setImmediate } from 'node:timers/promises';
import { CredentialAttempts } from './credential-attempts';

const maxFailures = BUDGET.httpCredentialFailures.max;
const maxWaiting = BUDGET.httpCredentialAttemptsWaiting.max;
const address = '192.0.2.1';

let attempts: CredentialAttempts;
let close: () => unknown;
let allowed: number;
let refused: number;

beforeEach(() => {
  attempts = new CredentialAttempts({ onClose: (closer) => void (close = closer) });
  allowed = 0;
  refused = 0;
});
afterEach(() => close());

/** Starts so many attempts, and counts those that are allowed or refused. The others wait. */
async function start(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    void attempts.start(address).then((isAllowed) => (isAllowed ? (allowed += 1) : (refused += 1)));
  }
  await setImmediate();
}

describe('attempts to use a credential', () => {
  it('wait while all pending ones may fail, up to the bound', async () => {
    await start(maxFailures + maxWaiting);
    expect({ allowed, refused }).toEqual({ allowed: maxFailures, refused: 0 });
    await start(1);
    expect({ allowed, refused }).toEqual({ allowed: maxFailures, refused: 1 });
    expect(await attempts.start('192.0.2.2')).toBe(true);
    attempts.end(address, false);
    await setImmediate();
    expect({ allowed, refused }).toEqual({ allowed: maxFailures + 1, refused: 1 });
  });

  it('are refused together once too many have failed', async () => {
    await start(maxFailures + 5);
    for (let n = 0; n < maxFailures; n += 1) attempts.end(address, true);
    await start(1);
    expect({ allowed, refused }).toEqual({ allowed: maxFailures, refused: 6 });
    expect(attempts.state(address).remaining).toBe(0);
  });
});
