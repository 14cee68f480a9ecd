import { setTimeout as delay } from 'node:timers/promises';

/** Time between two tries while the database is away. */
const retryMs = 500;

/** Codes of Node, PostgreSQL and Prisma that say: the database is not there now. */
const awayCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
  ...['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08004', '08006'],
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'],
]);

/** Messages of the driver that carry no code. */
const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|is not queryable/;

/** Whether something failed because the database is away, so that the same may work in a moment. */
export function isDatabaseAway(thrown: unknown): boolean {
  for (let error = thrown, depth = 0; error instanceof Object && depth < 5; depth += 1) {
    const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
    if (typeof code === 'string' && awayCodes.has(code)) return true;
    if (typeof message === 'string' && awayMessages.test(message)) return true;
    error = cause;
  }
  return false;
}

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
