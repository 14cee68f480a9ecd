import type { RunState } from './runs';

/** How a job comes to its devices: wave by wave, or so many a minute; in waves of 1, 10, 25 % and the rest unless it says. */
export interface RolloutRequest {
  /** Per cent of the devices by the end of each wave, rising; the rest follows. At most 20. */
  waves?: number[];
  /** Devices a minute, 1 to 20,000, in place of waves. */
  perMinute?: number;
  /** The roll-out stops itself when more than this share of the runs failed, in per cent. */
  stopAfterFailedPercent?: number;
}

/** How often a device tries when a run fails, times out or expires. */
export interface RetryRequest {
  /** All attempts together, 1 to 10. */
  attempts: number;
  /** Seconds before the second attempt, up to 3600; 60 unless given. Each further wait is twice the one before. */
  delaySeconds?: number;
}

/** How often the runs of a job are tried. */
export interface Retry {
  attempts: number;
  delaySeconds: number;
}

/** Where a roll-out stands: paused by its owner, stopped by itself, aborted for good, or finished. */
export type RolloutState = 'running' | 'paused' | 'stopped' | 'aborted' | 'finished';

/** Where a wave stands: failed when more of it failed than may. */
export type WaveState = 'waiting' | 'running' | 'passed' | 'failed' | 'canceled';

/** Some of a job's devices, released together. */
export interface Wave {
  /** Counts from 1. */
  n: number;
  devices: number;
  state: WaveState;
  /** Why the wave is in its state, in words. */
  reason: string | null;
  /** Share of the runs that have a result; null before. */
  failedPercent: number | null;
  /** Runs by state; of a device's attempts the last counts. */
  counts: Record<RunState, number>;
  startedAt: string | null;
  finishedAt: string | null;
}

/** How far a job has come to its devices. */
export interface Rollout {
  state: RolloutState;
  /** Why the roll-out is in its state, in words. */
  reason: string | null;
  perMinute: number | null;
  stopAfterFailedPercent: number | null;
  devices: number;
  /** Devices whose turn has come. */
  released: number;
  /** When it last went on with the script's newer code. */
  codeUpdatedAt: string | null;
  /** In order; none where devices are released by the minute. */
  waves: Wave[];
}

/** Which code: that of the job, or the script's as it is now. */
export type CodeChoice = 'same' | 'current';

/** Pauses a roll-out, lets it go on, or aborts it: what waits is canceled, what runs goes on. */
export interface UpdateRollout {
  state: 'running' | 'paused' | 'aborted';
  /** What the devices run that have not had their turn; only for a roll-out that is to go on. */
  code?: CodeChoice;
}

/** Runs a job again where it failed, where no device had it in time, or everywhere. */
export interface RerunJob {
  which: 'failed' | 'offline' | 'all';
  code?: CodeChoice;
}
