import { z } from 'zod';
import { choiceFields, hasOneChoice, hasTargets, noChoice, noTargets, targetFields } from './devices.schemas';
import { FilterText, Id, seconds, Time, Vars } from './fields';
import { countChars, LIMITS } from './limits';
import { listOf, Paging } from './lists';
import { Retry, RetryRequest, Rollout, RolloutRequest } from './rollouts.schemas';
import { RunCounts } from './runs.schemas';

/** What a run may take: seconds until its device must have it, and seconds until it must have ended. */
const clocks = {
  deliverWithin: seconds(LIMITS.deliverWithinSecondsMax).optional(),
  timeout: seconds(LIMITS.timeoutSecondsMax).optional(),
};

/** Body of the run requests of scripts and devscripts. */
export const RunRequest = z
  .object({ ...targetFields, vars: Vars.optional(), ...clocks })
  .refine(hasTargets, noTargets);
export type RunRequest = z.infer<typeof RunRequest>;

/** Code that comes along with a request. */
const Code = z
  .string()
  .min(1, 'must not be empty')
  .refine((code) => countChars(code) <= LIMITS.executeCodeChars, {
    message: `must have at most ${LIMITS.executeCodeChars} characters`,
  })
  .meta({ minLength: 1, maxLength: LIMITS.executeCodeChars });

/** Body of POST /v1/scripts/execute. */
export const ExecuteRequest = z
  .object({ code: Code, ...targetFields, vars: Vars.optional(), ...clocks })
  .refine(hasTargets, noTargets);
export type ExecuteRequest = z.infer<typeof ExecuteRequest>;

/** What runs: a script or devscript by its id, or code that comes along. */
const sourceFields = {
  scriptId: Id.optional().meta({ description: 'a script of the library, or a devscript' }),
  code: Code.optional(),
};

/** Whether a request says what to run, in one way. */
function hasOneSource(body: { scriptId?: string; code?: string }): boolean {
  return (body.scriptId !== undefined) !== (body.code !== undefined);
}

const noSource = { path: ['scriptId'], message: 'must name a script, or code must be given in its place' };

/** How careful a job is. */
const careFields = { rollout: RolloutRequest.optional(), retry: RetryRequest.optional() };

/** Whatever can be run, on whatever devices. Records of what is to be run later have these fields too. */
export const jobFields = {
  ...sourceFields,
  ...choiceFields,
  vars: Vars.optional(),
  ...clocks,
  ...careFields,
};

/** Body of POST /v1/jobs. */
export const CreateJob = z.object(jobFields).refine(hasOneSource, noSource).refine(hasOneChoice, noChoice);
export type CreateJob = z.infer<typeof CreateJob>;

/** A body that says what is to be run later, beside fields of its own. CreateJob leaves those out again. */
export function jobRequest<Fields extends z.ZodRawShape>(fields: Fields) {
  return z
    .object({ ...fields, ...jobFields })
    .refine((body) => hasOneSource(body as CreateJob), noSource)
    .refine((body) => hasOneChoice(body as CreateJob), noChoice);
}

export const JobKind = z.enum(['script', 'devscript', 'execute']);
export type JobKind = z.infer<typeof JobKind>;

/** One accepted run request. */
export const Job = z.object({
  _id: Id,
  kind: JobKind,
  scriptId: Id.nullable(),
  name: z.string(),
  version: z.string().nullable(),
  vars: z.record(z.string(), z.unknown()),
  timeout: z.number().int().nullable().meta({ description: 'seconds that one run may take' }),
  createdAt: Time,
  counts: RunCounts.meta({ description: "runs by state; of a device's attempts the last counts" }),
  rollout: Rollout.nullable(),
  retry: Retry.nullable(),
  rerunOf: Id.nullable().meta({ description: 'the job that this one runs again' }),
});
export type Job = z.infer<typeof Job>;

export const JobList = listOf(Job);
export type JobList = z.infer<typeof JobList>;

export const JobFilter = Paging.extend({ scriptId: FilterText.optional(), kind: JobKind.optional() });
export type JobFilter = z.infer<typeof JobFilter>;
