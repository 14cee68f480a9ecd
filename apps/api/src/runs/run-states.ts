import { OPEN_RUN_STATES, type RunState } from '@drover/contract';

/** States of runs that failed, by the script's fault or the device's. */
export const failedStates = [
  'failed',
  'timed_out',
  'lost',
  'rejected',
] as const satisfies readonly RunState[];

/** States as SQL lists them: to stand behind IN. */
export function sqlList(states: readonly RunState[]): string {
  return `('${states.join("', '")}')`;
}

/** Whether a run in this state has not ended. In SQL: `"finishedAt" IS NULL`, as the indexes of open runs say it. */
export function isOpen(state: RunState): boolean {
  return (OPEN_RUN_STATES as readonly RunState[]).includes(state);
}
