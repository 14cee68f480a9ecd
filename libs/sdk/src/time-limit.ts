import { TimeLimitError } from './api-error';

/** Longest timer (24 days): a longer one would fire immediately, so longer limits are ignored. */
const timerMsMax = 2 ** 31 - 1;

/** Combines the caller's signal and a time limit. Call `clear` to stop the timer. */
export class TimeLimit {
  private readonly controller = new AbortController();
  private endsAt = Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** A `limitMs` of 0 disables the limit. */
  constructor(
    private readonly limitMs: number,
    private readonly outer?: AbortSignal,
  ) {
    outer?.addEventListener('abort', this.followOuter);
    if (outer?.aborted) this.followOuter();
    this.restart();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get remainingMs(): number {
    return this.endsAt - Date.now();
  }

  /** Restarts the time limit. */
  restart(): void {
    clearTimeout(this.timer);
    if (this.limitMs <= 0 || this.limitMs > timerMsMax) return;
    this.endsAt = Date.now() + this.limitMs;
    this.timer = setTimeout(() => this.controller.abort(new TimeLimitError(this.limitMs)), this.limitMs);
  }

  clear(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener('abort', this.followOuter);
  }

  private readonly followOuter = () => this.controller.abort(this.outer?.reason);
}

/** Waits. Rejects with the signal's reason as soon as it aborts. */
export function delay(waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(finish, waitMs);
    const stop = () => {
      clearTimeout(timer);
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is the caller's own
      reject(signal?.reason);
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
