import { BUDGET } from '@drover/contract/budget';
import type { AppContext } from '../context/app-context';

const maxFailures = BUDGET.httpCredentialFailures.max;
const maxWaiting = BUDGET.httpCredentialAttemptsWaiting.max;

/** The time window in which failures are counted. */
const windowMs = 60_000;

interface Attempts {
  failures: number;
  windowEndsAt: number;
  /** Attempts without a result yet. Each one may become a failure. */
  pending: number;
  waiting: ((isAllowed: boolean) => void)[];
}

/**
 * Limits failed attempts to use a credential. An attempt waits if it would exceed the limit should all pending ones
 * fail. So parallel guesses are limited too, and parallel attempts with valid credentials are not refused.
 */
export class CredentialAttempts {
  private readonly byAddress = new Map<string, Attempts>();

  constructor({ onClose }: Pick<AppContext, 'onClose'>) {
    const timer = setInterval(() => this.removeExpired(), windowMs).unref();
    onClose(() => clearInterval(timer));
  }

  /** Resolves when the attempt may begin. False if there were too many failures. Call `end` for each that may. */
  async start(address: string): Promise<boolean> {
    const attempts = this.attemptsOf(address);
    if (attempts.failures >= maxFailures || attempts.waiting.length >= maxWaiting) return false;
    if (attempts.failures + attempts.pending >= maxFailures) {
      return new Promise((resolve) => attempts.waiting.push(resolve));
    }
    attempts.pending += 1;
    return true;
  }

  end(address: string, isFailure: boolean): void {
    const attempts = this.attemptsOf(address);
    attempts.pending -= 1;
    if (isFailure) attempts.failures += 1;
    while (attempts.waiting.length > 0) {
      const isAllowed = attempts.failures < maxFailures;
      if (isAllowed && attempts.failures + attempts.pending >= maxFailures) return;
      if (isAllowed) attempts.pending += 1;
      attempts.waiting.shift()?.(isAllowed);
    }
  }

  /** Returns how many further attempts may fail, and the seconds after which all may again. */
  state(address: string): { remaining: number; resetSeconds: number } {
    const { failures, windowEndsAt } = this.attemptsOf(address);
    return {
      remaining: Math.max(0, maxFailures - failures),
      resetSeconds: Math.max(1, Math.ceil((windowEndsAt - Date.now()) / 1000)),
    };
  }

  private attemptsOf(address: string): Attempts {
    const known = this.byAddress.get(address);
    if (known && known.windowEndsAt > Date.now()) return known;
    const attempts = { pending: 0, waiting: [], ...known, failures: 0, windowEndsAt: Date.now() + windowMs };
    this.byAddress.set(address, attempts);
    return attempts;
  }

  private removeExpired(): void {
    for (const [address, { pending, windowEndsAt }] of this.byAddress) {
      if (pending === 0 && windowEndsAt <= Date.now()) this.byAddress.delete(address);
    }
  }
}
