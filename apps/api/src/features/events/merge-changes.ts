import type { RunState } from '@drover/contract';
import type {
  ChangedApproval,
  Changes,
  LineRange,
  NewArtifact,
  NewMessage,
  RemovedDevice,
} from '../../bus/bus';

/** The changes of a short period, each record once. */
export interface MergedChanges {
  deviceIds: string[];
  removedDevices: RemovedDevice[];
  lines: LineRange[];
  messages: NewMessage[];
  artifacts: NewArtifact[];
  approvals: ChangedApproval[];
  /** The new states of each run. */
  runs: Map<string, Set<RunState>>;
}

export function mergeChanges(changes: Changes[]): MergedChanges {
  const runs = new Map<string, Set<RunState>>();
  for (const { id, state } of changes.flatMap((change) => change.runs ?? [])) {
    runs.set(id, (runs.get(id) ?? new Set<RunState>()).add(state));
  }
  return {
    deviceIds: [...new Set(changes.flatMap(({ deviceIds = [] }) => deviceIds))],
    removedDevices: changes.flatMap(({ removedDevices = [] }) => removedDevices),
    lines: mergeRanges(changes.flatMap(({ lines = [] }) => lines)),
    messages: changes.flatMap(({ messages = [] }) => messages),
    artifacts: changes.flatMap(({ artifacts = [] }) => artifacts),
    approvals: changes.flatMap(({ approvals = [] }) => approvals),
    runs,
  };
}

/** Merges adjacent ranges. Gaps remain, because watchers may already have the lines in them. */
function mergeRanges(ranges: LineRange[]): LineRange[] {
  const merged: LineRange[] = [];
  const latest = new Map<string, LineRange>();
  for (const range of ranges) {
    const before = latest.get(range.runId);
    if (before && before.last + 1 === range.first) {
      before.last = range.last;
    } else {
      const copy = { ...range };
      merged.push(copy);
      latest.set(range.runId, copy);
    }
  }
  return merged;
}
