import type { DeviceConnection } from '@drover/sdk';

/** A period of being online, as fractions of the time range: 0 is its start, 1 its end. */
interface OnlinePeriod {
  from: number;
  to: number;
}

interface TimeRange {
  start: number;
  end: number;
}

/** Periods with a smaller gap, as a fraction of the time range, are drawn as one. */
const minVisibleGap = 0.002;

/**
 * Returns when a device was online within a time range, in order. Periods that are too close to distinguish are
 * merged.
 */
export function getOnlinePeriods(connections: DeviceConnection[], { start, end }: TimeRange): OnlinePeriod[] {
  const toFraction = (moment: number) => Math.min(Math.max((moment - start) / (end - start), 0), 1);
  const periods: OnlinePeriod[] = [];
  for (const { connectedAt, disconnectedAt } of [...connections].reverse()) {
    const until = disconnectedAt ? Date.parse(disconnectedAt) : end;
    if (until <= start) continue;
    const period = { from: toFraction(Date.parse(connectedAt)), to: toFraction(until) };
    const previous = periods.at(-1);
    if (previous && period.from - previous.to < minVisibleGap) previous.to = Math.max(previous.to, period.to);
    else periods.push(period);
  }
  return periods;
}

/** Returns the fraction of a time range in which a device was online. */
export function getOnlineShare(connections: DeviceConnection[], { start, end }: TimeRange): number {
  const online = connections.reduce((sum, { connectedAt, disconnectedAt }) => {
    const from = Math.max(Date.parse(connectedAt), start);
    const to = Math.min(disconnectedAt ? Date.parse(disconnectedAt) : end, end);
    return sum + Math.max(to - from, 0);
  }, 0);
  return Math.min(online / (end - start), 1);
}
