import { BUDGET } from '@drover/contract/budget';
import type { AppContext } from '../context/app-context';

const maxFailures = BUDGET.httpCredentialFailures.max;
const maxWaiting = BUDGET.httpCredentialAttemptsWaiting.max;
const maxAtOnce = BUDGET.httpCredentialAttemptsAtOnce.max;

/** An attempt makes others wait for at most so long, because it may last as long as its client wants. */
const maxHeldMs = BUDGET.httpRequestTurnMs.max;

/** The time window in which failures are counted. */
const windowMs = 60_000;

/** Reports the result of an attempt. */
export type EndAttempt = (isFailure: boolean) => void;

interface Attempts {
  failures: number;
  windowEndsAt: number;
  /** Attempts without a result yet. Each one may become a failure. */
  pending: number;
  /** Pending attempts that make others wait. */
  running: number;
  waiting: ((end: EndAttempt | undefined) => void)[];
}

/**
 * Limits failed attempts to use a credential. An attempt waits if it would exceed the limit should all pending ones
 * fail. So parallel guesses are limited too, and parallel attempts with valid credentials are not refused. Few attempts
 * of an address run at once, because a password takes much computing to check.
 */
export class CredentialAttempts {
  private readonly byAddress = new Map<string, Attempts>();

  constructor({ onClose }: Pick<AppContext, 'onClose'>) {
    const timer = setInterval(() => this.removeExpired(), windowMs).unref();
    onClose(() => clearInterval(timer));
  }

  /** Resolves when the attempt may begin, with the function that ends it. Undefined if there were too many failures. */
  async start(address: string): Promise<EndAttempt | undefined> {
    const attempts = this.attemptsOf(address);
    if (attempts.failures >= maxFailures || attempts.waiting.length >= maxWaiting) return undefined;
    if (mayBegin(attempts)) return this.begin(address);
    return new Promise((resolve) => attempts.waiting.push(resolve));
  }

  /** Returns how many further attempts may fail, and the seconds after which all may again. */
  state(address: string): { remaining: number; resetSeconds: number } {
    const { failures, windowEndsAt } = this.attemptsOf(address);
    return {
      remaining: Math.max(0, maxFailures - failures),
      resetSeconds: Math.max(1, Math.ceil((windowEndsAt - Date.now()) / 1000)),
    };
  }

  private begin(address: string): EndAttempt {
    const attempts = this.attemptsOf(address);
    attempts.pending += 1;
    attempts.running += 1;
    let isHeld = true;
    const release = () => {
      if (isHeld) this.attemptsOf(address).running -= 1;
      isHeld = false;
      clearTimeout(timer);
      this.startNext(address);
    };
    const timer = setTimeout(release, maxHeldMs).unref();
    return (isFailure) => {
      const latest = this.attemptsOf(address);
      latest.pending -= 1;
      if (isFailure) latest.failures += 1;
      release();
    };
  }

  /** Starts attempts that waited, or refuses them all once there were too many failures. */
  private startNext(address: string): void {
    const attempts = this.attemptsOf(address);
    while (attempts.waiting.length > 0) {
      const isAllowed = attempts.failures < maxFailures;
      if (isAllowed && !mayBegin(attempts)) return;
      attempts.waiting.shift()?.(isAllowed ? this.begin(address) : undefined);
    }
  }

  private attemptsOf(address: string): Attempts {
    const known = this.byAddress.get(address);
    if (known && known.windowEndsAt > Date.now()) return known;
    const current = { pending: 0, running: 0, waiting: [], ...known };
    const attempts = { ...current, failures: 0, windowEndsAt: Date.now() + windowMs };
    this.byAddress.set(address, attempts);
    return attempts;
  }

  private removeExpired(): void {
    for (const [address, { pending, windowEndsAt }] of this.byAddress) {
      if (pending === 0 && windowEndsAt <= Date.now()) this.byAddress.delete(address);
    }
  }
}

function mayBegin({ failures, pending, running }: Attempts): boolean {
  return running < maxAtOnce && failures + pending < maxFailures;
}
