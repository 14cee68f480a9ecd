import { setTimeout as delay } from 'node:timers/promises';

/** Time between two attempts while the database is unavailable. */
const retryMs = 500;

/** Error codes of Node, PostgreSQL and Prisma that mean that the database is unavailable. */
const unavailableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
  ...['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08004', '08006'],
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'],
]);

/** Messages of driver errors without code. */
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|is not queryable/;

/** Whether an error means that the database is unavailable, so that a retry may succeed. */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  for (let error = thrown, depth = 0; error instanceof Object && depth < 5; depth += 1) {
    const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
    if (typeof code === 'string' && unavailableCodes.has(code)) return true;
    if (typeof message === 'string' && unavailableMessages.test(message)) return true;
    error = cause;
  }
  return false;
}

interface RetryOptions {
  /** Stops retries. */
  signal: AbortSignal;
  onUnavailable: (error: unknown) => void;
  onAvailable: () => void;
}

/** Retries idempotent work while the database is unavailable. */
export async function retryUntilAvailable<Result>(
  work: () => Promise<Result>,
  { signal, onUnavailable, onAvailable }: RetryOptions,
): Promise<Result> {
  for (let isWaiting = false; ;) {
    try {
      const result = await work();
      if (isWaiting) onAvailable();
      return result;
    } catch (error) {
      if (signal.aborted || !isDatabaseUnavailable(error)) throw error;
      if (!isWaiting) onUnavailable(error);
      isWaiting = true;
      await delay(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
