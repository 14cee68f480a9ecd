import { z } from 'zod';
import { seconds, Time } from './fields';
import { LIMITS } from './limits';
import { RunCounts } from './runs.schemas';

const Percent = z.number().int().min(0).max(100);

/** Whether each share is greater than the one before. */
function rises(shares: number[]): boolean {
  return shares.every((share, index) => index === 0 || share > (shares[index - 1] ?? 0));
}

/**
 * How a job comes to its devices: wave by wave, or so many a minute. Shares count all devices that were reached by then,
 * so 1, 10, 25 is one per cent, nine more, fifteen more, and the rest.
 */
export const RolloutRequest = z
  .object({
    waves: z
      .array(Percent.min(1))
      .min(1)
      .max(LIMITS.rolloutWaves, `must have at most ${LIMITS.rolloutWaves} waves`)
      .refine(rises, 'must rise from wave to wave')
      .optional()
      .meta({ description: 'per cent of the devices by the end of each wave; 1, 10, 25 unless given' }),
    perMinute: z.number().int().min(1).max(LIMITS.rolloutPerMinuteMax).optional(),
    stopAfterFailedPercent: Percent.optional().meta({
      description: 'the roll-out stops itself when more than this share of the runs failed',
    }),
  })
  .refine(({ waves, perMinute }) => waves === undefined || perMinute === undefined, {
    path: ['perMinute'],
    message: 'must not be given beside waves',
  });
export type RolloutRequest = z.infer<typeof RolloutRequest>;

/** How often a device tries, and how long it waits before the second time; that doubles from time to time. */
export const RetryRequest = z.object({
  attempts: z.number().int().min(1).max(LIMITS.runAttempts),
  delaySeconds: seconds(LIMITS.retryDelaySecondsMax).optional(),
});
export type RetryRequest = z.infer<typeof RetryRequest>;

/** How often the runs of a job are tried. */
export const Retry = z.object({ attempts: z.number().int(), delaySeconds: z.number().int() });
export type Retry = z.infer<typeof Retry>;

/** Where a roll-out stands: paused by its owner, stopped by itself, aborted for good, or finished. */
export const RolloutState = z.enum(['running', 'paused', 'stopped', 'aborted', 'finished']);
export type RolloutState = z.infer<typeof RolloutState>;

/** Where a wave stands: failed when more of it failed than may. */
export const WaveState = z.enum(['waiting', 'running', 'passed', 'failed', 'canceled']);
export type WaveState = z.infer<typeof WaveState>;

/** Some of a job's devices, released together. */
export const Wave = z.object({
  n: z.number().int().min(1),
  devices: z.number().int(),
  state: WaveState,
  reason: z.string().nullable().meta({ description: 'why the wave is in its state, in words' }),
  failedPercent: z.number().nullable().meta({ description: 'of the runs that have a result; null before' }),
  counts: RunCounts,
  startedAt: Time.nullable(),
  finishedAt: Time.nullable(),
});
export type Wave = z.infer<typeof Wave>;

/** How far a job has come to its devices. */
export const Rollout = z.object({
  state: RolloutState,
  reason: z.string().nullable().meta({ description: 'why the roll-out is in its state, in words' }),
  perMinute: z.number().int().nullable(),
  stopAfterFailedPercent: z.number().int().nullable(),
  devices: z.number().int(),
  released: z.number().int().meta({ description: 'devices whose turn has come' }),
  codeUpdatedAt: Time.nullable().meta({ description: "when it last went on with the script's newer code" }),
  waves: z.array(Wave).meta({ description: 'in order; none where devices are released by the minute' }),
});
export type Rollout = z.infer<typeof Rollout>;

/** Which code: that of the job, or the script's as it is now. */
export const CodeChoice = z.enum(['same', 'current']);
export type CodeChoice = z.infer<typeof CodeChoice>;

/** Pauses a roll-out, lets it go on, or ends it for good. */
export const UpdateRollout = z
  .object({ state: z.enum(['running', 'paused', 'aborted']), code: CodeChoice.optional() })
  .refine(({ state, code }) => state === 'running' || code === undefined, {
    path: ['code'],
    message: 'must not be given unless the roll-out is to go on',
  });
export type UpdateRollout = z.infer<typeof UpdateRollout>;

/** Runs a job again where it failed, where it was not delivered in time, or everywhere. */
export const RerunJob = z.object({
  which: z.enum(['failed', 'offline', 'all']),
  code: CodeChoice.optional(),
});
export type RerunJob = z.infer<typeof RerunJob>;
