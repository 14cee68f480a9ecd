import { toCreatedRange, toLocalInputValue } from './time-range';

const now = Date.parse('2026-01-31T12:00:00Z');

describe('toCreatedRange', () => {
  it('returns the bounds of a range up to now', () => {
    const range = toCreatedRange({ after: '24h', before: '' }, now);
    expect(range).toEqual({ createdAfter: '2026-01-30T12:00:00.000Z' });
  });

  it('returns the bounds of a range between two times', () => {
    const range = toCreatedRange({ after: '2026-01-01T00:00:00Z', before: '2026-01-02T00:00Z' }, now);
    expect(range).toEqual({
      createdAfter: '2026-01-01T00:00:00.000Z',
      createdBefore: '2026-01-02T00:00:00.000Z',
    });
  });

  it('ignores invalid times', () => {
    expect(toCreatedRange({ after: 'yesterday', before: '' }, now)).toEqual({});
  });
});

describe('toLocalInputValue', () => {
  it('formats a time in the time zone of the browser', () => {
    expect(new Date(toLocalInputValue(now)).getTime()).toBe(now);
    expect(toLocalInputValue('')).toBe('');
  });
});
