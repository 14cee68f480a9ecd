import { ActiveAccounts } from './active-accounts';

/** A request counts for at most so long, because it may last as long as its client wants. */
const maxCountedMs = 250;

/** How long the server counts as busy after its last request. A client with 50 requests per second keeps it busy. */
const lingerMs = 25;

/** How long work pauses, as multiples of the time that it took. */
export interface Pauses {
  /** Maximum pause while requests are being processed. */
  forRequests: number;
  /** Pause while other accounts send requests. */
  besideOthers: number;
}

/** The requests that are being processed. Work in the background makes way for them. */
export class Foreground {
  /** The accounts that send requests. */
  readonly accounts = new ActiveAccounts();
  private readonly requests = new Set<object>();
  private waiting: (() => void)[] = [];
  private endedAt = -Infinity;

  /** Whether a request is being processed, or ended a moment ago, so that another one is likely. */
  get isBusy(): boolean {
    return this.requests.size > 0 || performance.now() - this.endedAt < lingerMs;
  }

  /** Notes that a request has begun. Returns the function that notes its end. */
  begin(): () => void {
    const request = {};
    this.requests.add(request);
    const end = () => {
      clearTimeout(timer);
      this.requests.delete(request);
      if (this.requests.size > 0) return;
      this.endedAt = performance.now();
      for (const resume of this.waiting.splice(0)) resume();
    };
    const timer = setTimeout(end, maxCountedMs).unref();
    return end;
  }

  /**
   * Pauses after work that took `tookMs`. If it is not known which accounts the work was for, others count as active when at
   * least two accounts send requests.
   */
  async pauseAfterWork(tookMs: number, pauses: Pauses, accountIds?: ReadonlySet<string>): Promise<void> {
    const areOthersActive = accountIds ? this.accounts.isActiveBeside(accountIds) : this.accounts.isShared;
    const pauseMs = pauses.besideOthers * tookMs;
    if (areOthersActive) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    else await this.untilIdle(pauses.forRequests * tookMs);
  }

  /** Resolves when no request is being processed, at the latest after some milliseconds. */
  async untilIdle(maxMs: number): Promise<void> {
    if (this.requests.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, maxMs);
      this.waiting.push(resolve);
    });
    clearTimeout(timer);
  }
}
