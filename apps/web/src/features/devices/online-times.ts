import type { DeviceConnection } from '@drover/sdk';

/** A stretch of a period, in parts of it: from 0, its beginning, to 1. */
interface Stretch {
  from: number;
  to: number;
}

interface Period {
  start: number;
  end: number;
}

/** Online times are drawn as one where less than this part of the period lies between them. */
const visibleGap = 0.002;

/** When a device was online in a period, in order; what is too close to be told apart is joined. */
export function onlineStretches(connections: DeviceConnection[], { start, end }: Period): Stretch[] {
  const part = (moment: number) => Math.min(Math.max((moment - start) / (end - start), 0), 1);
  const stretches: Stretch[] = [];
  for (const { connectedAt, disconnectedAt } of [...connections].reverse()) {
    const until = disconnectedAt ? Date.parse(disconnectedAt) : end;
    if (until <= start) continue;
    const stretch = { from: part(Date.parse(connectedAt)), to: part(until) };
    const before = stretches.at(-1);
    if (before && stretch.from - before.to < visibleGap) before.to = Math.max(before.to, stretch.to);
    else stretches.push(stretch);
  }
  return stretches;
}

/** The part of a period that a device was online. */
export function onlineShare(connections: DeviceConnection[], { start, end }: Period): number {
  const online = connections.reduce((sum, { connectedAt, disconnectedAt }) => {
    const from = Math.max(Date.parse(connectedAt), start);
    const to = Math.min(disconnectedAt ? Date.parse(disconnectedAt) : end, end);
    return sum + Math.max(to - from, 0);
  }, 0);
  return Math.min(online / (end - start), 1);
}
