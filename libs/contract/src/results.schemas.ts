import { z } from 'zod';
import { FilterText, Id, Time } from './fields';
import { LIMITS } from './limits';
import { createdRange, listOf, Paging } from './lists';
import { Run } from './runs.schemas';

/** What the script of a run left as its result, by `drover.result` or by its export `result`. */
export const RunResult = z.object({
  runId: Id,
  ...Run.pick({
    jobId: true,
    deviceId: true,
    deviceName: true,
    scriptId: true,
    state: true,
    attempt: true,
    isRetried: true,
    createdAt: true,
  }).shape,
  finishedAt: Time.nullable(),
  value: z.unknown().meta({ description: 'any JSON value; null if there is a problem' }),
  problem: z.string().nullable().meta({ description: 'why the result was not stored; null otherwise' }),
  schemaProblem: z
    .string()
    .nullable()
    .meta({ description: 'why the value does not match the schema of the job; null otherwise' }),
});
export type RunResult = z.infer<typeof RunResult>;

/** Filters of GET /v1/results, which combine with AND. */
export const ResultFilter = Paging.extend({
  jobId: FilterText.optional(),
  scriptId: FilterText.optional(),
  deviceId: FilterText.optional(),
  ...createdRange,
});
export type ResultFilter = z.infer<typeof ResultFilter>;

export const ResultList = listOf(RunResult);
export type ResultList = z.infer<typeof ResultList>;

/** The result of a run that has ended, in an event of the run. */
export const resultInEvent = {
  result: z
    .unknown()
    .optional()
    .meta({
      description: `the result of an ended run, if it has at most ${LIMITS.eventResultBytes} bytes`,
    }),
};
