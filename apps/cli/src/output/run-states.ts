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

export const allRunStates = Object.keys(styles) as RunState[];
/** States that `isComplete` shows even if no run is in them, so that a progress line does not jump. */
const alwaysShown: RunState[] = ['queued', 'running', 'succeeded', 'failed'];

export function stateStyle(state: RunState): Style {
  return styles[state];
}

/** Formats counts as `3 running, 7 succeeded`. `isComplete` adds the main states that have no runs. */
export function formatCounts(counts: Counts, { isComplete = false } = {}): string {
  return allRunStates
    .filter((state) => counts[state] > 0 || (isComplete && alwaysShown.includes(state)))
    .map((state) => `${counts[state].toLocaleString('en')} ${stateLabel(state)}`)
    .join(', ');
}

export function countByState(runs: Iterable<Run>): Counts {
  const counts = Object.fromEntries(allRunStates.map((state) => [state, 0])) as Counts;
  for (const { state } of runs) counts[state] += 1;
  return counts;
}

/** Counts the runs that have not ended. */
export function countOpen(counts: Counts): number {
  return allRunStates.reduce((sum, state) => (hasEnded(state) ? sum : sum + counts[state]), 0);
}

export function countAll(counts: Counts): number {
  return allRunStates.reduce((sum, state) => sum + counts[state], 0);
}

export function stateLabel(state: RunState): string {
  return state.replace('_', ' ');
}

/** Formats the state of a run, with its progress while it goes on. */
export function formatRunState({ state, progress }: Pick<Run, 'state' | 'progress'>): string {
  return hasEnded(state) || !progress
    ? stateLabel(state)
    : `${stateLabel(state)} ${formatProgress(progress)}`;
}

/** Formats how far a run has come: `40 % step 2 of 5`. */
function formatProgress({ value, text }: NonNullable<Run['progress']>): string {
  return `${Math.floor(value * 100)} %${text ? ` ${text}` : ''}`;
}

/** Formats how far runs have come: the progress of one, and the mean of several. Empty if none reported any. */
export function summarizeProgress(runs: Iterable<Run>): string {
  const progress = [...runs].flatMap((run) => (hasEnded(run.state) || !run.progress ? [] : [run.progress]));
  if (progress.length === 0) return '';
  if (progress.length === 1) return formatProgress(progress[0]);
  const mean = progress.reduce((sum, { value }) => sum + value, 0) / progress.length;
  return `${formatProgress({ value: mean, text: null })} on average`;
}
