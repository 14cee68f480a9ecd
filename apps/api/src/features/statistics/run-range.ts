import { LIMITS } from '@drover/contract';
import { firstIdAt } from '../../database/ids';
import { invalid } from '../../errors/api-error';

const dayMs = 24 * 3_600_000;

/** How much the clock of a server, which makes the IDs, may differ from that of the database. */
const clockDifferenceMs = 3_600_000;

/** When runs were created, and their IDs with room for clocks that differ. */
export interface RunRange {
  from: Date;
  to: Date;
  firstId: string;
  endId: string;
}

export function rangeOfRuns({ from, to }: { from: Date; to: Date }): RunRange {
  return {
    from,
    to,
    firstId: firstIdAt(new Date(from.getTime() - clockDifferenceMs)),
    endId: firstIdAt(new Date(to.getTime() + clockDifferenceMs)),
  };
}

/** Fails for a range that is too long to read the runs in it. */
export function assertShort({ from, to }: { from: Date; to: Date }): void {
  // Up to an hour more, because of the change to winter time.
  if (to.getTime() - from.getTime() <= LIMITS.statisticsGroupDays * dayMs + clockDifferenceMs) return;
  throw invalid('from', `must be at most ${LIMITS.statisticsGroupDays} days before "to" for a device group`);
}
