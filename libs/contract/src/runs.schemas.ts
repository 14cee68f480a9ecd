import { z } from 'zod';
import { deviceChoiceFields, hasOneDeviceChoice, deviceChoiceError } from './devices.schemas';
import { FilterText, Id, queryInteger, queryList, Time } from './fields';
import { LIMITS } from './limits';
import { createdRange, listOf, Paging } from './lists';
import { REASON_CODES } from './reasons';

/** State of a run: queued → running → a result. A run that is being stopped is `stopping` in between. */
export const RunState = z.enum([
  'queued',
  'running',
  'stopping',
  'succeeded',
  'failed',
  'timed_out',
  'lost',
  'stopped',
  'canceled',
  'expired',
  'rejected',
]);
export type RunState = z.infer<typeof RunState>;

/** Number of runs per state, with all states. */
export const RunCounts = z.record(RunState, z.number().int());
export type RunCounts = z.infer<typeof RunCounts>;

/** States of a run without a result. */
export const OPEN_RUN_STATES = ['queued', 'running', 'stopping'] as const satisfies readonly RunState[];

/** Level of a log line. */
export const LogLevel = z.enum(['verbose', 'debug', 'info', 'warn', 'error']);
export type LogLevel = z.infer<typeof LogLevel>;

/** The progress of a run, as its script last reported it. */
export const RunProgress = z.object({
  value: z.number().min(0).max(1).meta({ description: 'part that is done, from 0 to 1' }),
  text: z.string().nullable(),
});
export type RunProgress = z.infer<typeof RunProgress>;

/** A branch or a tag that a run's device was pinned to. */
const PinnedRevision = z.object({
  ref: z.string().meta({ description: 'branch or tag' }),
  revision: z.number().int().meta({ description: 'number of the revision of the devscript' }),
});

/** The execution of a job on one device, and its result. */
export const Run = z.object({
  _id: Id,
  jobId: Id,
  deviceId: Id,
  deviceName: z.string().meta({ description: 'name of the device when the run was created' }),
  scriptId: Id.nullable(),
  pinned: PinnedRevision.nullable().meta({
    description:
      'what it runs in place of the revision of its job, because its device is in a pinned group; null: what the job says',
  }),
  state: RunState,
  reason: z.string().nullable().meta({ description: 'reason for the state' }),
  reasonCode: z.enum(REASON_CODES).nullable().meta({
    description: 'code of a reason that the server or an agent wrote; null for the text of a script',
  }),
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  failedStep: z.string().nullable().meta({
    description:
      'step in which the run failed or timed out, after the names of the steps around it: `Checkout › Pay`; null if it was in none',
  }),
  wave: z.number().int().nullable().meta({ description: "number of its wave in the job's rollout" }),
  attempt: z.number().int().min(1),
  retryOf: Id.nullable().meta({ description: 'ID of the previous attempt' }),
  isRetried: z.boolean().meta({ description: 'whether another attempt follows' }),
  isHeld: z.boolean().meta({ description: 'queued, and held until its wave is released' }),
  heldUntil: Time.nullable().meta({ description: 'when it is released, if known' }),
  createdAt: Time,
  deliverBy: Time.nullable().meta({
    description:
      'delivery deadline: a run that its device has not accepted by then expires; null while it is held',
  }),
  startedAt: Time.nullable(),
  finishedAt: Time.nullable(),
  progress: RunProgress.nullable().meta({ description: 'null if the script reported none' }),
  hasResult: z
    .boolean()
    .meta({ description: 'whether the run left a result, or the reason why it was not stored' }),
});
export type Run = z.infer<typeof Run>;

/** The run of a device that was created last. */
export const LatestRun = Run.pick({ _id: true, jobId: true, deviceId: true, state: true, createdAt: true });
export type LatestRun = z.infer<typeof LatestRun>;

/** The devices whose latest runs are listed. */
export const LatestRunFilter = z.object({
  deviceId: z
    .string()
    .max(26 * LIMITS.latestRunDevices)
    .transform((ids) => ids.split(','))
    .pipe(
      z
        .array(FilterText)
        .max(LIMITS.latestRunDevices, `must have at most ${LIMITS.latestRunDevices} devices`),
    )
    .meta({ description: `IDs of at most ${LIMITS.latestRunDevices} devices, separated by commas` }),
});
export type LatestRunFilter = z.infer<typeof LatestRunFilter>;

/** One run for each of the devices that has one. */
export const LatestRunList = z.object({ count: z.number().int(), items: z.array(LatestRun) });
export type LatestRunList = z.infer<typeof LatestRunList>;

export const RunList = listOf(Run);
export type RunList = z.infer<typeof RunList>;

/** Runs of the device, and runs of the script, that are searched for the previous and for the next run. */
export const ADJACENT_SEARCH_RUNS = 5000;

/** The runs of the same script on the same device before and after a run. */
export const AdjacentRuns = z.object({
  previousId: Id.nullable().meta({
    description: `null if it is neither among the ${ADJACENT_SEARCH_RUNS} runs of the device before it nor among those of the script`,
  }),
  nextId: Id.nullable().meta({
    description: `null if it is neither among the ${ADJACENT_SEARCH_RUNS} runs of the device after it nor among those of the script`,
  }),
});
export type AdjacentRuns = z.infer<typeof AdjacentRuns>;

/** Filters of GET /v1/runs, which combine with AND. */
export const RunFilter = Paging.extend({
  jobId: FilterText.optional(),
  deviceId: FilterText.optional(),
  scriptId: FilterText.optional(),
  failureId: FilterText.optional().meta({ description: 'ID of a failure group' }),
  state: queryList(RunState).optional(),
  exitCode: queryInteger(0, 2_147_483_647).optional().meta({
    description: 'exit code; if it is not 0, only runs that did not succeed are searched',
  }),
  reason: FilterText.optional().meta({
    description: 'part of the reason, ignoring case; only runs that did not succeed are searched',
  }),
  ...createdRange,
});
export type RunFilter = z.infer<typeof RunFilter>;

/** What a line of a log says about a step: that it started, or how it ended. */
export const LogStep = z.object({
  id: z.number().int().min(1).max(LIMITS.runSteps).meta({ description: 'number of the step in its run' }),
  parentId: z
    .number()
    .int()
    .min(1)
    .max(LIMITS.runSteps)
    .nullable()
    .meta({ description: 'the step around it; null for an outermost step' }),
  state: z
    .enum(['started', 'succeeded', 'failed', 'stopped'])
    .meta({ description: 'stopped: the run ended, and did not fail, while the step went on' }),
  durationMs: z
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .nullable()
    .meta({ description: 'milliseconds from its start to its end; null for its start' }),
});
export type LogStep = z.infer<typeof LogStep>;

/** A line of a run's log. `seq` counts from 1 without gaps. */
export const LogLine = z.object({
  seq: z.number().int().min(1),
  at: Time,
  level: LogLevel,
  text: z.string(),
  step: LogStep.meta({
    description: 'for the start of a step, whose name is the text, and for its end',
  }).optional(),
});
export type LogLine = z.infer<typeof LogLine>;

/** `after` is the `seq` of the last line that the caller already has. */
export const LogFilter = z.object({
  after: queryInteger(0, 2_000_000_000).optional(),
  limit: queryInteger(1, LIMITS.logItems)
    .optional()
    .meta({ description: `default: ${LIMITS.defaultLogItems}` }),
});
export type LogFilter = z.infer<typeof LogFilter>;

/** Lines in order. */
export const LogPage = z.object({
  count: z.number().int().meta({ description: 'number of lines in this response' }),
  items: z.array(LogLine),
  lastSeq: z.number().int().min(0).meta({ description: "number of the log's last line; 0 if it has none" }),
});
export type LogPage = z.infer<typeof LogPage>;

/** Body of POST /v1/runs/stop. */
export const StopRuns = z
  .object({
    scriptId: Id.optional().meta({ description: 'stops only the runs of this script; all runs if omitted' }),
    ...deviceChoiceFields,
  })
  .refine(hasOneDeviceChoice, deviceChoiceError);
export type StopRuns = z.infer<typeof StopRuns>;
