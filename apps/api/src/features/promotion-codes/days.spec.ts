import { formatLocalTime } from '../../records/local-time';
import { endOfDay } from './days';

describe('endOfDay', () => {
  it.each([
    { zone: 'UTC', now: '2026-07-01T00:00:00.000Z', end: '2026-07-01T23:59:59.999Z' },
    { zone: 'UTC', now: '2026-07-01T23:59:59.999Z', end: '2026-07-01T23:59:59.999Z' },
    { zone: 'Asia/Shanghai', now: '2026-01-31T15:59:59.999Z', end: '2026-01-31T15:59:59.999Z' },
    { zone: 'Asia/Shanghai', now: '2026-01-31T16:00:00.000Z', end: '2026-02-01T15:59:59.999Z' },
    { zone: 'Europe/Berlin', now: '2026-02-28T12:00:00.000Z', end: '2026-02-28T22:59:59.999Z' },
    // A day of 23 hours, from its first moment to its last.
    { zone: 'Europe/Berlin', now: '2026-03-28T23:00:00.000Z', end: '2026-03-29T21:59:59.999Z' },
    // A day of 25 hours: during summer time, and in the hour that is repeated.
    { zone: 'Europe/Berlin', now: '2026-10-24T22:00:00.000Z', end: '2026-10-25T22:59:59.999Z' },
    { zone: 'Europe/Berlin', now: '2026-10-25T01:30:00.000Z', end: '2026-10-25T22:59:59.999Z' },
    // The next day has no midnight, because clocks change from 23:59:59 to 01:00:00.
    { zone: 'Africa/Cairo', now: '2026-04-23T12:00:00.000Z', end: '2026-04-23T21:59:59.999Z' },
  ])('returns $end for $now in $zone', ({ zone, now, end }) => {
    expect(endOfDay(new Date(now), zone).toISOString()).toBe(end);
  });
});

describe('formatLocalTime', () => {
  it.each([
    { zone: 'UTC', shown: '2026-03-29 21:59:59' },
    { zone: 'Europe/Berlin', shown: '2026-03-29 23:59:59' },
    { zone: 'Asia/Shanghai', shown: '2026-03-30 05:59:59' },
  ])('formats the time in $zone', ({ zone, shown }) => {
    expect(formatLocalTime(new Date('2026-03-29T21:59:59.999Z'), zone)).toBe(shown);
  });

  it('writes midnight as hour 00', () => {
    expect(formatLocalTime(new Date('2026-03-29T00:00:00.000Z'), 'UTC')).toBe('2026-03-29 00:00:00');
  });
});
