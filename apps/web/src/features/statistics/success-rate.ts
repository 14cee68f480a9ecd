import type { RunState } from '@drover/sdk';

type Counts = Record<RunState, number>;

/** Runs that failed by themselves. Those that were stopped, canceled or never delivered say nothing about a script. */
const failedStates = ['failed', 'timed_out', 'lost', 'rejected'] as const;

export function countFailed(counts: Counts): number {
  return failedStates.reduce((sum, state) => sum + counts[state], 0);
}

/** Returns the share of runs that succeeded among those that succeeded or failed, or null if there are none. */
export function successRate(counts: Counts): number | null {
  const ended = counts.succeeded + countFailed(counts);
  return ended === 0 ? null : counts.succeeded / ended;
}

/** Formats a share as a percentage: "99.8%". Never rounds a share up to 100%. */
export function formatRate(rate: number | null, language: string): string {
  if (rate === null) return '–';
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return format.format(Math.floor(rate * 1000) / 1000);
}
