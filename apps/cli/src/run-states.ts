import { hasEnded, type Job, type Run, type RunState } from '@drover/sdk';
import type { Style } from './terminal';

export type Counts = Job['counts'];

const styles: Record<RunState, Style> = {
  queued: 'dim',
  running: 'cyan',
  stopping: 'yellow',
  succeeded: 'green',
  failed: 'red',
  timed_out: 'red',
  lost: 'red',
  stopped: 'yellow',
  canceled: 'yellow',
  expired: 'yellow',
  rejected: 'red',
};

const states = Object.keys(styles) as RunState[];
/** States that are told even where no run is in them, so that the line does not jump about. */
const alwaysTold: RunState[] = ['queued', 'running', 'succeeded', 'failed'];

export function styleOf(state: RunState): Style {
  return styles[state];
}

/** `2 queued, 3 running, 7 succeeded, 0 failed`; without `isComplete`, only states in which there are runs. */
export function describeCounts(counts: Counts, { isComplete = false } = {}): string {
  return states
    .filter((state) => counts[state] > 0 || (isComplete && alwaysTold.includes(state)))
    .map((state) => `${counts[state].toLocaleString('en')} ${wordFor(state)}`)
    .join(', ');
}

export function countStates(runs: Iterable<Run>): Counts {
  const counts = Object.fromEntries(states.map((state) => [state, 0])) as Counts;
  for (const { state } of runs) counts[state] += 1;
  return counts;
}

/** Runs whose result is still to come. */
export function countOpen(counts: Counts): number {
  return states.reduce((sum, state) => (hasEnded(state) ? sum : sum + counts[state]), 0);
}

export function countAll(counts: Counts): number {
  return states.reduce((sum, state) => sum + counts[state], 0);
}

export function wordFor(state: RunState): string {
  return state.replace('_', ' ');
}
