import type { Logger } from 'pino';

interface LookingOptions {
  everyMs: number;
  log: Pick<Logger, 'warn'>;
  /** What is logged where a look fails; the next one tries again. */
  failure: string;
}

/** What is looked at again and again. */
export interface Looking {
  /** Looks at once; where a look is under way, once more after it. */
  lookNow: () => void;
  /** Ends it, once the look that is under way is done. */
  end: () => Promise<void>;
}

/** Looks again and again, first after the interval, and never twice at once. */
export function lookAgain(look: () => Promise<unknown>, { everyMs, log, failure }: LookingOptions): Looking {
  let timer = setTimeout(lookNow, everyMs);
  let looking: Promise<void> | undefined;
  let isAsked = false;
  let isOver = false;

  function lookNow(): void {
    isAsked = true;
    if (looking || isOver) return;
    clearTimeout(timer);
    looking = lookWhileAsked();
  }

  async function lookWhileAsked(): Promise<void> {
    const begun = Date.now();
    while (isAsked && !isOver) {
      isAsked = false;
      try {
        await look();
      } catch (error) {
        log.warn({ err: error }, failure);
      }
    }
    const tookMs = Date.now() - begun;
    looking = undefined;
    if (!isOver) timer = setTimeout(lookNow, everyMs - (tookMs % everyMs));
  }

  return {
    lookNow,
    async end() {
      isOver = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
