import { BUDGET } from '@drover/contract/budget';
import type { Options } from 'express-rate-limit';
import type { AppContext } from '../context/app-context';
import { createCountStore, windowMs } from '../http/rate-limits';

/** Looks a key up for a client. Returns undefined if the address has tried too many invalid keys. */
export type KeyCheck = <Result>(
  address: string,
  lookUp: () => Promise<Result | 'invalid'>,
) => Promise<Result | 'invalid' | 'limited'>;

/**
 * Limits invalid enrolment keys on upgrade requests, which pass no middleware, as `limitCredentialFailures` does for
 * HTTP. Keys from one address are looked up one after the other, so that many guesses at once do not exceed the limit.
 */
export function limitKeyGuesses(context: AppContext): KeyCheck {
  const isLimited = context.settings.RATE_LIMIT > 0;
  const failures = createCountStore(context);
  failures.init({ windowMs } as Options);
  const queues = new Map<string, Promise<unknown>>();

  async function check<Result>(address: string, lookUp: () => Promise<Result | 'invalid'>) {
    const count = (await failures.get(address))?.totalHits ?? 0;
    if (isLimited && count >= BUDGET.phoneKeyFailures.max) return 'limited';
    const result = await lookUp();
    if (result === 'invalid') await failures.increment(address);
    return result;
  }

  return async (address, lookUp) => {
    const previous = queues.get(address) ?? Promise.resolve();
    const result = previous.then(() => check(address, lookUp));
    const done = result.catch(() => undefined);
    queues.set(address, done);
    void done.then(() => queues.get(address) === done && queues.delete(address));
    return result;
  };
}
