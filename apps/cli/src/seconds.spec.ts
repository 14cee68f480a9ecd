import { parseSeconds, showAgo, showSpan } from './seconds';

describe('parseSeconds', () => {
  it.each([
    ['90', 90],
    ['30s', 30],
    ['5m', 300],
    ['2h', 7200],
    ['7d', 604_800],
  ])('%s is %i seconds', (text, seconds) => expect(parseSeconds(text)).toBe(seconds));

  it.each(['', '0', '-1', '1.5h', '5 m', 'soon', '1w'])('refuses %p', (text) => {
    expect(() => parseSeconds(text)).toThrow('30s');
  });
});

describe('showSpan', () => {
  it.each([
    [0, '0.0 s'],
    [1234, '1.2 s'],
    [60_000, '1 min'],
    [61_500, '1 min 1 s'],
    [7_260_000, '2 h 1 min'],
    [3 * 86_400_000, '3 days'],
  ])('%i ms is %s', (ms, text) => expect(showSpan(ms)).toBe(text));
});

describe('showAgo', () => {
  const now = Date.parse('2026-01-10T12:00:00Z');
  it.each([
    [null, 'never'],
    ['2026-01-10T12:00:05Z', '0 s ago'],
    ['2026-01-10T11:59:18Z', '42 s ago'],
    ['2026-01-10T11:00:00Z', '1 h ago'],
    ['2026-01-01T12:00:00Z', '9 days ago'],
  ])('%s is %s', (time, text) => expect(showAgo(time, now)).toBe(text));
});
