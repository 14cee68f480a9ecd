import { z } from 'zod';
import { Id, seconds, Time } from './fields';
import { LIMITS } from './limits';
import { RunCounts } from './runs.schemas';

const Percent = z.number().int().min(0).max(100);

/** Whether each share is greater than the previous one. */
function isIncreasing(shares: number[]): boolean {
  return shares.every((share, index) => index === 0 || share > (shares[index - 1] ?? 0));
}

/**
 * Releases a job to its devices in waves, or at a number of devices per minute. Shares are cumulative: 1, 10, 25 means
 * one percent, nine more, fifteen more, and the rest.
 */
export const RolloutRequest = z
  .object({
    waves: z
      .array(Percent.min(1))
      .min(1)
      .max(LIMITS.rolloutWaves, `must have at most ${LIMITS.rolloutWaves} waves`)
      .refine(isIncreasing, 'must increase from wave to wave')
      .optional()
      .meta({ description: 'cumulative percentage of the devices after each wave; default: 1, 10, 25' }),
    perMinute: z.number().int().min(1).max(LIMITS.rolloutPerMinuteMax).optional(),
    stopAfterFailedPercent: Percent.optional().meta({
      description: 'the rollout stops when more than this percentage of the runs failed',
    }),
  })
  .refine(({ waves, perMinute }) => waves === undefined || perMinute === undefined, {
    path: ['perMinute'],
    message: 'must not be given together with waves',
  });
export type RolloutRequest = z.infer<typeof RolloutRequest>;

/** Number of attempts per device and the delay before the second one, which doubles after each attempt. */
export const RetryRequest = z.object({
  attempts: z.number().int().min(1).max(LIMITS.runAttempts),
  delaySeconds: seconds(LIMITS.retryDelaySecondsMax).optional(),
});
export type RetryRequest = z.infer<typeof RetryRequest>;

/** Retry settings of a job. */
export const Retry = z.object({ attempts: z.number().int(), delaySeconds: z.number().int() });
export type Retry = z.infer<typeof Retry>;

/** State of a rollout. Its owner pauses or aborts it; it stops itself when too many runs fail. */
export const RolloutState = z.enum(['running', 'paused', 'stopped', 'aborted', 'finished']);
export type RolloutState = z.infer<typeof RolloutState>;

/** State of a wave. It fails when more of its runs fail than the rollout allows. */
export const WaveState = z.enum(['waiting', 'running', 'passed', 'failed', 'canceled']);
export type WaveState = z.infer<typeof WaveState>;

/** A group of a job's devices that are released together. */
export const Wave = z.object({
  n: z.number().int().min(1),
  devices: z.number().int(),
  state: WaveState,
  reason: z.string().nullable().meta({ description: 'reason for the state' }),
  failedPercent: z
    .number()
    .nullable()
    .meta({ description: 'percentage of finished runs that failed; null before the first result' }),
  counts: RunCounts,
  startedAt: Time.nullable(),
  finishedAt: Time.nullable(),
});
export type Wave = z.infer<typeof Wave>;

/** Progress of a rollout. */
export const Rollout = z.object({
  state: RolloutState,
  reason: z.string().nullable().meta({ description: 'reason for the state' }),
  perMinute: z.number().int().nullable(),
  stopAfterFailedPercent: z.number().int().nullable(),
  devices: z.number().int(),
  released: z.number().int().meta({ description: 'number of released devices' }),
  codeUpdatedAt: Time.nullable().meta({
    description: "when it was last resumed with the script's latest version",
  }),
  waves: z.array(Wave).meta({ description: 'in order; empty if devices are released per minute' }),
});
export type Rollout = z.infer<typeof Rollout>;

/** Version of the code: that of the job, or the latest version of the script. */
export const CodeChoice = z.enum(['same', 'current']);
export type CodeChoice = z.infer<typeof CodeChoice>;

/** Pauses, resumes or aborts a rollout. */
export const UpdateRollout = z
  .object({ state: z.enum(['running', 'paused', 'aborted']), code: CodeChoice.optional() })
  .refine(({ state, code }) => state === 'running' || code === undefined, {
    path: ['code'],
    message: 'must not be given unless the rollout is resumed',
  });
export type UpdateRollout = z.infer<typeof UpdateRollout>;

/** Repeats a job on the devices where it failed, on those where it expired, on all, or on those of one failure group. */
export const RerunJob = z
  .object({
    which: z.enum(['failed', 'offline', 'all']).optional(),
    failureId: Id.optional().meta({
      description: 'only the devices whose last attempt is in this failure group',
    }),
    code: CodeChoice.optional(),
  })
  .refine(({ which, failureId }) => (which === undefined) !== (failureId === undefined), {
    message: 'must have either which or failureId',
  });
export type RerunJob = z.infer<typeof RerunJob>;
