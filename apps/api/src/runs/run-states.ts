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

/** The states that a run is in before its end, for SQL. */
export const openStates = sqlList(OPEN_RUN_STATES);

/** Whether a run in this state has not ended. */
export function isOpen(state: RunState): boolean {
  return (OPEN_RUN_STATES as readonly RunState[]).includes(state);
}
