import { getOnlinePeriods, getOnlineShare } from './online-periods';

const hour = 3_600_000;
const start = Date.parse('2026-01-30T12:00:00Z');
const day = { start, end: start + 24 * hour };
const at = (hours: number) => new Date(start + hours * hour).toISOString();
/** Newest first, as the API lists them. */
const connected = (...times: [from: number, to: number | null][]) =>
  times
    .map(([from, to], index) => ({
      _id: String(index),
      connectedAt: at(from),
      disconnectedAt: to === null ? null : at(to),
    }))
    .reverse();

describe('getOnlinePeriods', () => {
  it('clips periods to the time range and extends an open one to its end', () => {
    const connections = connected([-30, -25], [-2, 6], [12, null]);
    expect(getOnlinePeriods(connections, day)).toEqual([
      { from: 0, to: 0.25 },
      { from: 0.5, to: 1 },
    ]);
  });

  it('merges periods that are too close to distinguish', () => {
    expect(getOnlinePeriods(connected([0, 6], [6.01, 12]), day)).toEqual([{ from: 0, to: 0.5 }]);
  });

  it('returns nothing for a device that was offline', () => {
    expect(getOnlinePeriods(connected([-30, -25]), day)).toEqual([]);
  });
});

describe('getOnlineShare', () => {
  it('sums up the time within the range', () => {
    expect(getOnlineShare(connected([-2, 6], [12, null]), day)).toBe(0.75);
    expect(getOnlineShare([], day)).toBe(0);
  });
});
