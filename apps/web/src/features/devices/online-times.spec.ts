import { onlineShare, onlineStretches } from './online-times';

const hour = 3_600_000;
const start = Date.parse('2026-01-30T12:00:00Z');
const day = { start, end: start + 24 * hour };
const at = (hours: number) => new Date(start + hours * hour).toISOString();
/** Newest first, as the service lists them. */
const connected = (...times: [from: number, to: number | null][]) =>
  times
    .map(([from, to], index) => ({
      _id: String(index),
      connectedAt: at(from),
      disconnectedAt: to === null ? null : at(to),
    }))
    .reverse();

describe('onlineStretches', () => {
  it('cuts at the ends of the period, and goes on to its end while the device is online', () => {
    const connections = connected([-30, -25], [-2, 6], [12, null]);
    expect(onlineStretches(connections, day)).toEqual([
      { from: 0, to: 0.25 },
      { from: 0.5, to: 1 },
    ]);
  });

  it('joins what lies too close to be told apart', () => {
    expect(onlineStretches(connected([0, 6], [6.01, 12]), day)).toEqual([{ from: 0, to: 0.5 }]);
  });

  it('has nothing to show of a device that was away', () => {
    expect(onlineStretches(connected([-30, -25]), day)).toEqual([]);
  });
});

describe('onlineShare', () => {
  it('adds up the times within the period', () => {
    expect(onlineShare(connected([-2, 6], [12, null]), day)).toBe(0.75);
    expect(onlineShare([], day)).toBe(0);
  });
});
