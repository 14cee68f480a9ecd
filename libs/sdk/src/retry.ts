import { ApiError, ConnectionError, TimeLimitError } from './api-error';
import { delay } from './time-limit';

/** Statuses of errors that are often temporary. */
const transientStatuses = [429, 502, 503, 504];
const firstDelayMs = 250;
const longestDelayMs = 30_000;

/** Whether the same request may succeed later. */
export function isTransient(error: unknown): error is ApiError | ConnectionError {
  if (error instanceof ApiError) return transientStatuses.includes(error.status);
  return error instanceof ConnectionError;
}

/** Returns a delay with full jitter, so that many clients do not retry at the same time, after `Retry-After`. */
export function retryDelayMs(attempt: number, error?: unknown): number {
  const retryAfterMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  return retryAfterMs + Math.random() * Math.min(longestDelayMs, firstDelayMs * 2 ** attempt);
}

/** Parses `Retry-After`: seconds or a date. */
export function parseRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/**
 * Repeats a read until the service is available. For waits, which outlast a restart of the service. The delays continue
 * those of the call, which has been retried itself.
 */
export async function untilAvailable<Result>(
  read: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let attempt = 3; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (!isTransient(error) && !(error instanceof TimeLimitError)) throw error;
      await delay(retryDelayMs(attempt, error), signal);
    }
  }
}
