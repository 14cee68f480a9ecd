import type { RunState } from '@drover/contract';
import type { Changes, LineRange, NewMessage, RemovedDevice } from '../bus/bus';

/** What changed in a short while, each record once. */
export interface Gathered {
  deviceIds: string[];
  removedDevices: RemovedDevice[];
  lines: LineRange[];
  messages: NewMessage[];
  /** The states that each run was told to have come to. */
  runs: Map<string, Set<RunState>>;
}

export function gather(changes: Changes[]): Gathered {
  const runs = new Map<string, Set<RunState>>();
  for (const { id, state } of changes.flatMap((change) => change.runs ?? [])) {
    runs.set(id, (runs.get(id) ?? new Set<RunState>()).add(state));
  }
  return {
    deviceIds: [...new Set(changes.flatMap(({ deviceIds = [] }) => deviceIds))],
    removedDevices: changes.flatMap(({ removedDevices = [] }) => removedDevices),
    lines: join(changes.flatMap(({ lines = [] }) => lines)),
    messages: changes.flatMap(({ messages = [] }) => messages),
    runs,
  };
}

/** Ranges that follow on each other become one; a gap stays, as what lies in it may have been told before. */
function join(ranges: LineRange[]): LineRange[] {
  const joined: LineRange[] = [];
  const latest = new Map<string, LineRange>();
  for (const range of ranges) {
    const before = latest.get(range.runId);
    if (before && before.last + 1 === range.first) {
      before.last = range.last;
    } else {
      const copy = { ...range };
      joined.push(copy);
      latest.set(range.runId, copy);
    }
  }
  return joined;
}
