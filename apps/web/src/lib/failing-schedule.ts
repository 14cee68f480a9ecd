import type { ScheduleSummary } from '@drover/sdk';

/** Returns whether a schedule cannot run, or did not succeed the last time. Offline devices are no failure. */
export function isFailing({ problem, last }: Pick<ScheduleSummary, 'problem' | 'last'>): boolean {
  return problem !== null || ['failed', 'not_started', 'missed'].includes(last?.result ?? '');
}
