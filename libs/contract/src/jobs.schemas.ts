import { z } from 'zod';
import {
  deviceChoiceFields,
  hasOneDeviceChoice,
  hasTargets,
  deviceChoiceError,
  targetsError,
  targetFields,
} from './devices.schemas';
import { FilterText, Id, queryList, SavedVars, seconds, Time, Vars } from './fields';
import { hasAtMostChars, LIMITS } from './limits';
import { createdRange, listOf, Paging } from './lists';
import { Retry, RetryRequest, Rollout, RolloutRequest } from './rollouts.schemas';
import { RunCounts, RunState } from './runs.schemas';

/** Time limits of a run: seconds until its delivery deadline, and seconds that it may take. */
const timeLimits = {
  deliverWithin: seconds(LIMITS.deliverWithinSecondsMax).optional(),
  timeout: seconds(LIMITS.timeoutSecondsMax).optional(),
};

/** Body of the run requests of scripts and devscripts. */
export const RunRequest = z
  .object({ ...targetFields, vars: Vars.optional(), ...timeLimits })
  .refine(hasTargets, targetsError);
export type RunRequest = z.infer<typeof RunRequest>;

/** Code in the body of a request. */
const Code = z
  .string()
  .min(1, 'must not be empty')
  .refine((code) => hasAtMostChars(code, LIMITS.executeCodeChars), {
    message: `must have at most ${LIMITS.executeCodeChars} characters`,
  })
  .meta({ minLength: 1, maxLength: LIMITS.executeCodeChars });

/** Body of POST /v1/scripts/execute. */
export const ExecuteRequest = z
  .object({ code: Code, ...targetFields, vars: Vars.optional(), ...timeLimits })
  .refine(hasTargets, targetsError);
export type ExecuteRequest = z.infer<typeof ExecuteRequest>;

/** What to run: the ID of a script or a devscript, or code. */
const sourceFields = {
  scriptId: Id.optional().meta({ description: 'ID of a script in the library or of a devscript' }),
  code: Code.optional(),
};

/** Whether a request has either a script or code. */
function hasOneSource(body: { scriptId?: string; code?: string }): boolean {
  return (body.scriptId !== undefined) !== (body.code !== undefined);
}

const sourceError = { path: ['scriptId'], message: 'must be given unless code is' };

/** How a job is released to its devices and retried. */
const releaseFields = { rollout: RolloutRequest.optional(), retry: RetryRequest.optional() };

/** What to run, on which devices. Presets and schedules have these fields too. */
export const jobFields = {
  ...sourceFields,
  ...deviceChoiceFields,
  vars: Vars.optional(),
  ...timeLimits,
  ...releaseFields,
  screenshotOnFailure: z.boolean().optional().meta({
    description: 'true: a run that fails saves a picture of the screen, if its device has one and permits it',
  }),
  skipValidation: z.boolean().optional().meta({
    description: "true: run with values that do not meet the rules of the script's configuration",
  }),
};

/** Body of POST /v1/jobs. */
export const CreateJob = z
  .object(jobFields)
  .refine(hasOneSource, sourceError)
  .refine(hasOneDeviceChoice, deviceChoiceError);
export type CreateJob = z.infer<typeof CreateJob>;

/** A saved request of POST /v1/jobs in a list, without its code and values. */
export const JobRequestSummary = z.object(CreateJob.shape).omit({ code: true, vars: true });
export type JobRequestSummary = z.infer<typeof JobRequestSummary>;

/** Body of POST /v1/jobs/update. */
export const UpdateAgents = z
  .object({ ...deviceChoiceFields, deliverWithin: timeLimits.deliverWithin, ...releaseFields })
  .refine(hasOneDeviceChoice, deviceChoiceError);
export type UpdateAgents = z.infer<typeof UpdateAgents>;

/** Extends the body of POST /v1/jobs by other fields, for a job that runs later. */
export function jobRequest<Fields extends z.ZodRawShape>(fields: Fields) {
  return z
    .object({ ...fields, ...jobFields })
    .refine((body) => hasOneSource(body as CreateJob), sourceError)
    .refine((body) => hasOneDeviceChoice(body as CreateJob), deviceChoiceError);
}

/** What a job runs. `update` is an update of agents. */
export const JobKind = z.enum(['script', 'devscript', 'execute', 'update']);
export type JobKind = z.infer<typeof JobKind>;

export const TriggerKind = z.enum(['person', 'token', 'schedule', 'preset', 'rerun', 'automatic']);
export type TriggerKind = z.infer<typeof TriggerKind>;

/** What started a job. */
export const Trigger = z.object({
  kind: TriggerKind,
  id: Id.meta({
    description:
      'ID of the person, the token, the schedule, the preset, the job that was re-run, or the account for an automatic update',
  }),
  name: z.string().nullable().meta({ description: 'current name; null if it was deleted' }),
});
export type Trigger = z.infer<typeof Trigger>;

/** One accepted run request. */
export const Job = z.object({
  _id: Id,
  kind: JobKind,
  scriptId: Id.nullable(),
  name: z.string(),
  version: z.string().nullable(),
  revision: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'number of the revision of the devscript; null for other jobs' }),
  schemaSha256: z
    .string()
    .nullable()
    .meta({ description: 'hash of the schema that its results are checked against; null if there is none' }),
  vars: SavedVars,
  timeout: z.number().int().nullable().meta({ description: 'longest duration of a run, in seconds' }),
  screenshotOnFailure: z.boolean(),
  createdAt: Time,
  counts: RunCounts.meta({
    description: 'number of runs per state; only the last attempt of each device counts',
  }),
  rollout: Rollout.nullable(),
  retry: Retry.nullable(),
  rerunOf: Id.nullable().meta({ description: 'ID of the job that this one repeats' }),
  trigger: Trigger.nullable().meta({ description: 'null for jobs from before it was recorded' }),
});
export type Job = z.infer<typeof Job>;

/** A job in a list, without its values. */
export const JobSummary = Job.omit({ vars: true });
export type JobSummary = z.infer<typeof JobSummary>;

export const JobList = listOf(JobSummary);
export type JobList = z.infer<typeof JobList>;

/** Filters of GET /v1/jobs, which combine with AND. */
export const JobFilter = Paging.extend({
  name: FilterText.optional().meta({
    description: 'only jobs whose name contains this text, in any case',
  }),
  scriptId: FilterText.optional(),
  deviceId: FilterText.optional().meta({ description: 'only jobs with a run on this device' }),
  kind: JobKind.optional(),
  trigger: TriggerKind.optional().meta({ description: 'kind of what started the job' }),
  triggerId: FilterText.optional().meta({ description: 'ID of what started the job' }),
  state: queryList(RunState)
    .optional()
    .meta({ description: 'only jobs that have runs in one of these states, separated by commas' }),
  ...createdRange,
});
export type JobFilter = z.infer<typeof JobFilter>;
