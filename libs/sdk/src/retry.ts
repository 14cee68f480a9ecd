import { ApiError, ConnectionError } from './api-error';

/** Statuses that another attempt may turn into a success. */
const transientStatuses = [429, 502, 503, 504];
const firstDelayMs = 250;
const longestDelayMs = 30_000;

/** Whether the same request may succeed a little later. */
export function isTransient(error: unknown): error is ApiError | ConnectionError {
  if (error instanceof ApiError) return transientStatuses.includes(error.status);
  return error instanceof ConnectionError;
}

/** Full jitter, so that many callers do not come back together; after what the service asked to wait. */
export function retryDelayMs(attempt: number, error?: unknown): number {
  const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  return askedMs + Math.random() * Math.min(longestDelayMs, firstDelayMs * 2 ** attempt);
}

/** Reads `Retry-After`: seconds, or a date. */
export function parseRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
