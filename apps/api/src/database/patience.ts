import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseAway } from './away';

const retryMs = 500;

interface Patience {
  /** Ends the waiting. */
  signal: AbortSignal;
  onAway: (error: unknown) => void;
  onReturn: () => void;
}

/** Does what may be done twice, again and again while the database is away. */
export async function whenDatabaseIsThere<Result>(
  work: () => Promise<Result>,
  { signal, onAway, onReturn }: Patience,
): Promise<Result> {
  for (let isWaiting = false; ;) {
    try {
      const result = await work();
      if (isWaiting) onReturn();
      return result;
    } catch (error) {
      if (signal.aborted || !isDatabaseAway(error)) throw error;
      if (!isWaiting) onAway(error);
      isWaiting = true;
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
