import type { Logger } from 'pino';

interface PeriodicTaskOptions {
  everyMs: number;
  log: Pick<Logger, 'warn'>;
  /** The log message if a run fails. The next run tries again. */
  failure: string;
}

export interface PeriodicTask {
  /** Runs the task at once, or once more after the run in progress. */
  runNow: () => void;
  /** Ends the task after the run in progress. */
  end: () => Promise<void>;
}

/** Runs a task at an interval, first after one interval, and never twice at the same time. */
export function startPeriodicTask(
  task: () => Promise<unknown>,
  { everyMs, log, failure }: PeriodicTaskOptions,
): PeriodicTask {
  let timer = setTimeout(runNow, everyMs);
  let running: Promise<void> | undefined;
  let isRequested = false;
  let isEnded = false;

  function runNow(): void {
    isRequested = true;
    if (running || isEnded) return;
    clearTimeout(timer);
    running = runWhileRequested();
  }

  async function runWhileRequested(): Promise<void> {
    const startedAt = Date.now();
    while (isRequested && !isEnded) {
      isRequested = false;
      try {
        await task();
      } catch (error) {
        log.warn({ err: error }, failure);
      }
    }
    const tookMs = Date.now() - startedAt;
    running = undefined;
    if (!isEnded) timer = setTimeout(runNow, everyMs - (tookMs % everyMs));
  }

  return {
    runNow,
    async end() {
      isEnded = true;
      clearTimeout(timer);
      await running;
    },
  };
}
