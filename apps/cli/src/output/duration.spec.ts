import { formatAge, formatDuration } from './duration';

describe('formatDuration', () => {
  it.each([
    [0, '0.0 s'],
    [1234, '1.2 s'],
    [60_000, '1 min'],
    [61_500, '1 min 1 s'],
    [7_260_000, '2 h 1 min'],
    [3 * 86_400_000, '3 days'],
  ])('formats %i ms as %s', (ms, text) => expect(formatDuration(ms)).toBe(text));
});

describe('formatAge', () => {
  const now = Date.parse('2026-01-10T12:00:00Z');
  it.each([
    [null, 'never'],
    ['2026-01-10T12:00:05Z', '0 s ago'],
    ['2026-01-10T11:59:18Z', '42 s ago'],
    ['2026-01-10T11:00:00Z', '1 h ago'],
    ['2026-01-01T12:00:00Z', '9 days ago'],
  ])('formats %s as %s', (time, text) => expect(formatAge(time, now)).toBe(text));
});
