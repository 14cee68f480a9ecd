import type { Job } from '@drover/sdk';

/** Number of runs of a job, in whatever state. */
export function totalOf({ counts }: Job): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** What a job runs, by name; code that was run once has none. */
export function jobNameOf({ kind, name }: Job): string | undefined {
  return kind === 'execute' ? undefined : name;
}
