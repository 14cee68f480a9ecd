import { OPEN_RUN_STATES, RunState } from '@drover/contract';

/** States of runs that failed, because of the script or of the device. */
export const failedStates = [
  'failed',
  'timed_out',
  'lost',
  'rejected',
] as const satisfies readonly RunState[];

/** States of runs that belong to failure groups. */
export const groupedStates = [...failedStates, 'expired'] as const satisfies readonly RunState[];

/** States of runs that ended otherwise than `succeeded`, which the column `problem` has. */
export const problemStates = RunState.options.filter(
  (state) => state !== 'succeeded' && !(OPEN_RUN_STATES as readonly RunState[]).includes(state),
);

/** Whether a run in this state has not ended. Statements test `finishedAt` instead, which the indexes of open runs use. */
export function isOpen(state: RunState): boolean {
  return (OPEN_RUN_STATES as readonly RunState[]).includes(state);
}
