import { LIMITS } from '@drover/contract';
import type { WebhookAnswer } from './request';

const [minute, hour] = [60, 3600];

/** Seconds between requests: the schedule of Standard Webhooks, which lasts more than a day. */
export const retrySeconds = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour];

/** Spreads the retries of requests that failed at the same time. */
const jitter = 0.1;

/** Returns the seconds until the next request, or null if this was the last one. */
export function secondsToNext(attempts: number, random = Math.random()): number | null {
  const seconds = retrySeconds[attempts - 1];
  return seconds === undefined ? null : seconds * (1 + jitter * random);
}

/** Returns the seconds of the Retry-After header, which contains a number or a date, up to a limit. */
export function retryAfterOf(answer: WebhookAnswer | null, now = Date.now()): number | null {
  const value = answer?.headers['retry-after'];
  if (!value || !answer || ![429, 503].includes(answer.status)) return null;
  const isDate = /[a-z]/i.test(value);
  const seconds = isDate ? (Date.parse(value) - now) / 1000 : Number(value);
  return seconds > 0 ? Math.min(seconds, LIMITS.webhookRetryAfterSecondsMax) : null;
}
