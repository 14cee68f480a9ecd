/** @jest-environment jsdom */
import { formatDuration, formatRelativeTime, formatShortTime } from './time';

const now = Date.parse('2026-01-31T12:00:00Z');
const before = (seconds: number) => new Date(now - seconds * 1000).toISOString();

describe('formatRelativeTime', () => {
  it.each([
    [5, 'now'],
    [30, '30 sec. ago'],
    [-45, 'in 45 sec.'],
    [60, '1 min. ago'],
    [-(90 * 24 * 3600 - 5), 'in 3 mo.'],
    [-3599, 'in 1 hr.'],
    [3 * 3600, '3 hr. ago'],
    [24 * 3600, 'yesterday'],
    [40 * 24 * 3600, 'last mo.'],
  ])('formats %d seconds ago', (seconds, words) => {
    expect(formatRelativeTime(before(seconds), 'en', now)).toBe(words);
  });

  it('uses the given language', () => {
    expect(formatRelativeTime(before(120), 'zh', now)).toBe('2分钟前');
  });
});

describe('formatShortTime', () => {
  it('uses the region of the browser', () => {
    const languages = jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['de', 'en-GB', 'en']);
    expect(formatShortTime(now, 'en')).toMatch(/^31 Jan/);
    languages.mockReturnValue(['en-US']);
    expect(formatShortTime(now, 'en')).toMatch(/^Jan 31/);
    languages.mockRestore();
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [12_400, '12.4 sec'],
    [64_000, '1 min 4 sec'],
    [3_840_000, '1 hr 4 min'],
  ])('formats %d milliseconds', (milliseconds, words) => {
    expect(formatDuration(milliseconds, 'en')).toBe(words);
  });
});
