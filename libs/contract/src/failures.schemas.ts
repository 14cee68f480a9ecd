import { z } from 'zod';
import { FilterText, Id, queryInteger, queryList, Time } from './fields';
import { LIMITS } from './limits';
import { listOf, Paging } from './lists';
import { RunState } from './runs.schemas';

/** Maximum number of versions and of samples that a failure group lists, and of its runs of a day that are counted. */
export const FAILURE_BOUNDS = { versions: 10, samples: 3, runsPerDay: 100 } as const;

/** A failure rises if it has at least so many runs in a day, and so many times as many as in the day before. */
export const RISING_FAILURE = { runs: 5, factor: 2 } as const;

/** Why a failure group needs attention. */
export const FailureTrend = z.enum(['new', 'rising']);
export type FailureTrend = z.infer<typeof FailureTrend>;

/** One of the newest runs of a failure group. */
export const FailureSample = z.object({ _id: Id, jobId: Id, deviceId: Id, deviceName: z.string() });
export type FailureSample = z.infer<typeof FailureSample>;

/** Runs of one script that failed in the same way: their messages differ only in data, such as numbers, IDs and paths. */
export const Failure = z.object({
  _id: Id,
  scriptId: Id.nullable().meta({ description: 'null for code without a script' }),
  scriptName: z.string().nullable().meta({ description: 'null for code, and a script that is gone' }),
  scriptKind: z
    .enum(['devscript', 'script'])
    .nullable()
    .meta({ description: 'null for code, and a script that is gone' }),
  state: RunState.meta({ description: 'failed, timed_out, lost, rejected or expired' }),
  message: z.string().nullable().meta({ description: 'reason of the first run, without the position' }),
  file: z.string().nullable().meta({ description: 'file that threw the error, if known' }),
  line: z.number().int().nullable().meta({ description: 'line in that file' }),
  step: z.string().nullable().meta({
    description: 'step of the first run, after the names of the steps around it; null if it failed in none',
  }),
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  runs: z
    .number()
    .int()
    .meta({ description: 'number of runs; of the attempts on a device only the last one' }),
  devices: z.number().int().meta({ description: 'number of devices' }),
  runsLastDay: z
    .number()
    .int()
    .max(FAILURE_BOUNDS.runsPerDay)
    .meta({
      description: `number of runs that were created in the last 24 hours, at most ${FAILURE_BOUNDS.runsPerDay}`,
    }),
  trend: FailureTrend.nullable().meta({
    description: `new: first seen in the last 24 hours; rising: at least ${RISING_FAILURE.runs} runs in the last 24 hours, and ${RISING_FAILURE.factor} times as many as in the 24 hours before; else null`,
  }),
  versions: z
    .array(z.string())
    .max(FAILURE_BOUNDS.versions)
    .meta({ description: 'versions of the script, those with most runs first' }),
  firstSeenAt: Time.meta({ description: 'when a run first failed in this way, in any job' }),
  lastSeenAt: Time.nullable().meta({ description: 'when its newest run ended, in any job' }),
  samples: z.array(FailureSample).max(FAILURE_BOUNDS.samples).meta({ description: 'its newest runs' }),
});
export type Failure = z.infer<typeof Failure>;

/** Filters of GET /v1/failures. */
export const FailureFilter = Paging.extend({
  scriptId: FilterText.optional(),
  since: Time.optional().meta({
    description: 'only failures that were first seen at this time or later, the newest first',
  }),
  trend: queryList(FailureTrend)
    .optional()
    .meta({ description: 'only failures with one of these trends, separated by commas' }),
});
export type FailureFilter = z.infer<typeof FailureFilter>;

export const FailureList = listOf(Failure);
export type FailureList = z.infer<typeof FailureList>;

/** Query of GET /v1/jobs/:jobId/failures. */
export const JobFailureFilter = z.object({
  limit: queryInteger(1, LIMITS.pageItems)
    .optional()
    .meta({ description: `maximum number of failures; default: ${LIMITS.defaultPageItems}` }),
});
export type JobFailureFilter = z.infer<typeof JobFailureFilter>;

/** The failures of a job with the most runs. `runs`, `devices`, `versions` and `samples` are those of the job. */
export const JobFailureList = z.object({
  count: z.number().int().meta({ description: 'number of items in this response' }),
  items: z.array(Failure),
});
export type JobFailureList = z.infer<typeof JobFailureList>;
