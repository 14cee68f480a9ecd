import type { UpdateWindow } from '@drover/contract';
import { minutesLeft } from './window';

const night: UpdateWindow = { from: '22:00', to: '04:00', timeZone: 'Europe/Berlin' };

describe('minutesLeft', () => {
  it.each<[string, { left: number; at: string } & Partial<UpdateWindow>]>([
    ['before the start', { left: 0, at: '2026-11-20T20:59:00Z' }],
    ['at the start', { left: 360, at: '2026-11-20T21:00:00Z' }],
    ['after midnight', { left: 1, at: '2026-11-21T02:59:00Z' }],
    ['at the end', { left: 0, at: '2026-11-21T03:00:00Z' }],
    ['on the day on which it starts', { left: 300, at: '2026-11-20T22:00:00Z', days: [5] }],
    ['on the next day of a window of the day before', { left: 180, at: '2026-11-21T00:00:00Z', days: [5] }],
    ['on another day', { left: 0, at: '2026-11-21T00:00:00Z', days: [6] }],
    ['of a window on Sunday, after midnight', { left: 180, at: '2026-11-23T00:00:00Z', days: [7] }],
    ['of a window of a whole day', { left: 60, at: '2026-11-21T20:00:00Z', to: '22:00' }],
    ['of a window by day', { left: 60, at: '2026-11-20T11:30:00Z', from: '12:00', to: '13:30' }],
    ['in another time zone', { left: 360, at: '2026-11-20T14:00:00Z', timeZone: 'Asia/Shanghai' }],
  ])('returns the minutes %s', (_title, { left, at, ...changes }) => {
    expect(minutesLeft({ ...night, ...changes }, new Date(at))).toBe(left);
  });

  it('ends at the local time when clocks change', () => {
    // Clocks go back by an hour at 3:00 of summer time.
    expect(minutesLeft(night, new Date('2026-10-25T02:59:00Z'))).toBe(1);
    expect(minutesLeft(night, new Date('2026-10-25T03:00:00Z'))).toBe(0);
  });
});
