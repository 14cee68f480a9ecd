import { LIMITS } from '@drover/contract';
import type { WebhookAnswer } from './request';

const [minute, hour] = [60, 3600];

/** Seconds from one request to the next: the schedule of Standard Webhooks, a day and more. */
export const retrySeconds = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour];

/** Requests that failed together are not all repeated together. */
const jitter = 0.1;

/** Seconds to the request after the one with this number; nothing where that was the last. */
export function secondsToNext(attempts: number, random = Math.random()): number | null {
  const seconds = retrySeconds[attempts - 1];
  return seconds === undefined ? null : seconds * (1 + jitter * random);
}

/** Seconds for which an answer asks to be left alone: a number or a date, bounded. */
export function retryAfterOf(answer: WebhookAnswer | null, now = Date.now()): number | null {
  const value = answer?.headers['retry-after'];
  if (!value || !answer || ![429, 503].includes(answer.status)) return null;
  const isDate = /[a-z]/i.test(value);
  const seconds = isDate ? (Date.parse(value) - now) / 1000 : Number(value);
  return seconds > 0 ? Math.min(seconds, LIMITS.webhookRetryAfterSecondsMax) : null;
}
