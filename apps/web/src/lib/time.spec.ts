import { duration, relativeTime } from './time';

const now = Date.parse('2026-01-31T12:00:00Z');
const before = (seconds: number) => new Date(now - seconds * 1000).toISOString();

describe('relativeTime', () => {
  it.each([
    [5, 'now'],
    [60, '1 min. ago'],
    [3 * 3600, '3 hr. ago'],
    [24 * 3600, 'yesterday'],
    [40 * 24 * 3600, 'last mo.'],
  ])('tells what was %d seconds ago', (seconds, words) => {
    expect(relativeTime(before(seconds), 'en', now)).toBe(words);
  });

  it('speaks the language of the reader', () => {
    expect(relativeTime(before(120), 'zh', now)).toBe('2分钟前');
  });
});

describe('duration', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [12_400, '12.4 sec'],
    [64_000, '1 min 4 sec'],
    [3_840_000, '1 hr 4 min'],
  ])('tells %d milliseconds', (milliseconds, words) => {
    expect(duration(milliseconds, 'en')).toBe(words);
  });
});
