import { LIMITS } from '@drover/contract';
import { retryAfterOf, retrySeconds, secondsToNext } from './backoff';

const answer = (status: number, retryAfter: string) => ({
  status,
  headers: { 'retry-after': retryAfter },
  body: '',
});

describe('secondsToNext and retryAfterOf', () => {
  it('retries for at least a day', () => {
    const seconds = retrySeconds.reduce((sum, wait) => sum + wait, 0);
    expect(seconds).toBeGreaterThanOrEqual(24 * 3600);
  });

  it('adds jitter and is never shorter than the schedule', () => {
    expect(secondsToNext(1, 0)).toBe(5);
    expect(secondsToNext(2, 1)).toBeCloseTo(330);
  });

  it('returns null after the last request', () => {
    expect(secondsToNext(retrySeconds.length)).not.toBeNull();
    expect(secondsToNext(retrySeconds.length + 1)).toBeNull();
  });

  it.each([
    [429, '120', 120],
    [503, '120', 120],
    [429, 'Thu, 01 Jan 1970 00:01:00 GMT', 60],
    [429, '999999999', LIMITS.webhookRetryAfterSecondsMax],
    [500, '120', null],
    [429, 'soon', null],
    [429, '0', null],
    [429, '-5', null],
  ])('reads status %i with Retry-After: %s', (status, retryAfter, seconds) => {
    expect(retryAfterOf(answer(status, retryAfter), 0)).toBe(seconds);
  });
});
