import type { RunState } from './runs';

/** Releases a job in waves, or at a number of devices per minute. Default: waves of 1, 10 and 25 %, then the rest. */
export interface RolloutRequest {
  /** Cumulative percentage of the devices after each wave, in increasing order. The rest follows. At most 20 waves. */
  waves?: number[];
  /** Devices per minute, 1 to 20,000, instead of waves. */
  perMinute?: number;
  /** The rollout stops when more than this percentage of the runs failed. */
  stopAfterFailedPercent?: number;
}

/** Retries runs that fail, time out or expire. */
export interface RetryRequest {
  /** Number of attempts, including the first, 1 to 10. */
  attempts: number;
  /** Seconds before the second attempt, up to 3600. Default: 60. Each further delay is twice the one before. */
  delaySeconds?: number;
}

/** Retry settings of a job. */
export interface Retry {
  attempts: number;
  delaySeconds: number;
}

/** State of a rollout. Its owner pauses or aborts it; it stops itself when too many runs fail. */
export type RolloutState = 'running' | 'paused' | 'stopped' | 'aborted' | 'finished';

/** State of a wave. It fails when more of its runs fail than the rollout allows. */
export type WaveState = 'waiting' | 'running' | 'passed' | 'failed' | 'canceled';

/** A group of a job's devices that are released together. */
export interface Wave {
  /** Counts from 1. */
  n: number;
  devices: number;
  state: WaveState;
  /** Reason for the state. */
  reason: string | null;
  /** Percentage of finished runs that failed. Null before the first result. */
  failedPercent: number | null;
  /** Number of runs per state. Only the last attempt of each device counts. */
  counts: Record<RunState, number>;
  startedAt: string | null;
  finishedAt: string | null;
}

/** Progress of a rollout. */
export interface Rollout {
  state: RolloutState;
  /** Reason for the state. */
  reason: string | null;
  perMinute: number | null;
  stopAfterFailedPercent: number | null;
  devices: number;
  /** Number of released devices. */
  released: number;
  /** When it was last resumed with the script's latest version. */
  codeUpdatedAt: string | null;
  /** In order. Empty if devices are released per minute. */
  waves: Wave[];
}

/** Version of the code: that of the job, or the latest version of the script. */
export type CodeChoice = 'same' | 'current';

/** Pauses, resumes or aborts a rollout. Aborting cancels held runs; running ones continue. */
export interface UpdateRollout {
  state: 'running' | 'paused' | 'aborted';
  /** Version for the devices that are not released yet. Only when the rollout is resumed. */
  code?: CodeChoice;
}

/** Repeats a job on the devices where it failed, where it expired, on all, or on those of one failure. */
export interface RerunJob {
  /** Required unless there is `failureId`. */
  which?: 'failed' | 'offline' | 'all';
  /** ID of a failure: only the devices whose last attempt failed in this way. */
  failureId?: string;
  code?: CodeChoice;
}
