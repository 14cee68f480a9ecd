import { z } from 'zod';
import { FilterBoolean, FilterText, Id, queryInteger, text, Time } from './fields';
import { CreateJob, JobRequestSummary } from './jobs.schemas';
import { RunCounts } from './runs.schemas';
import { LIMITS } from './limits';
import { listOf, Paging } from './lists';

const TimeZone = text(LIMITS.cronChars, 1).meta({
  description: 'IANA time zone of the cron expression; default: UTC',
  example: 'Asia/Shanghai',
});

const whenFields = {
  cron: text(LIMITS.cronChars, 1).optional().meta({
    description: 'five fields: minute, hour, day of the month, month, day of the week',
    example: '0 9 * * 1-5',
  }),
  timeZone: TimeZone.optional(),
  at: Time.optional(),
};

interface TimeInput {
  cron?: string;
  at?: string;
  everyMinutes?: number;
}

/** Returns whether exactly one of the properties is set. */
function hasOneTime({ cron, at, everyMinutes }: TimeInput): boolean {
  return [cron, at, everyMinutes].filter((way) => way !== undefined).length === 1;
}

const timeError = {
  path: ['cron'],
  message: 'must be given unless "at" or "everyMinutes" is; exactly one of the three is allowed',
};

/** When a schedule is due: by a cron expression in a time zone, once, or at an interval in minutes. */
export const When = z
  .object({ ...whenFields, everyMinutes: z.number().int().min(1).max(LIMITS.everyMinutesMax).optional() })
  .refine(hasOneTime, timeError);
export type When = z.infer<typeof When>;

/** `When` as a query. */
export const PreviewSchedule = z
  .object({ ...whenFields, everyMinutes: queryInteger(1, LIMITS.everyMinutesMax).optional() })
  .refine(hasOneTime, timeError);
export type PreviewSchedule = z.infer<typeof PreviewSchedule>;

/** The next due times, at most `LIMITS.nextTimes`. Empty if there are none. */
export const NextTimes = z.object({ next: z.array(Time) });
export type NextTimes = z.infer<typeof NextTimes>;

/** What to do with an occurrence that is due while the previous one is running. */
export const Overlap = z.enum(['skip', 'replace', 'queue']);
export type Overlap = z.infer<typeof Overlap>;

/** What to do with occurrences that were due while no server was running: run the newest one, or none. */
export const MissedPolicy = z.enum(['run_once', 'skip']);
export type MissedPolicy = z.infer<typeof MissedPolicy>;

export const OccurrenceState = z.enum(['waiting', 'started', 'skipped', 'missed', 'failed']);
export type OccurrenceState = z.infer<typeof OccurrenceState>;

/**
 * Result of an occurrence in one word. `failed`: a run failed. `offline`: a device did not connect in time. `ended`: its
 * runs were stopped or are no longer stored. `not_started`: its job could not be created.
 */
export const OccurrenceResult = z.enum([
  'waiting',
  'running',
  'succeeded',
  'failed',
  'offline',
  'ended',
  'not_started',
  'skipped',
  'missed',
]);
export type OccurrenceResult = z.infer<typeof OccurrenceResult>;

/** A time at which a schedule was due, and its result. */
export const Occurrence = z.object({
  _id: Id,
  dueAt: Time,
  isByHand: z.boolean().meta({ description: 'started by POST …/run instead of by the schedule' }),
  state: OccurrenceState,
  result: OccurrenceResult,
  reason: z.string().nullable().meta({
    description: 'why it did not start, or what it missed',
    example: 'device offline: 1 of 3',
  }),
  jobId: Id.nullable(),
  startedAt: Time.nullable(),
  counts: RunCounts.nullable().meta({
    description: "number of the job's runs per state; null if there is no job",
  }),
  missedDevices: z.number().int().meta({ description: 'number of devices on which the run expired' }),
});
export type Occurrence = z.infer<typeof Occurrence>;

export const OccurrenceList = listOf(Occurrence);
export type OccurrenceList = z.infer<typeof OccurrenceList>;

const Name = text(LIMITS.scheduleNameChars, 1);

/** Body of POST /v1/schedules. */
export const CreateSchedule = z.object({
  name: Name,
  when: When,
  job: CreateJob.meta({ description: 'body of POST /v1/jobs; a selector is evaluated at each occurrence' }),
  /** Default: `skip`. */
  overlap: Overlap.optional(),
  /** Default: `run_once`. */
  missed: MissedPolicy.optional(),
  isPaused: z.boolean().optional(),
});
export type CreateSchedule = z.infer<typeof CreateSchedule>;

/** Omitted fields stay unchanged. `when` and `job` are replaced as a whole. */
export const UpdateSchedule = CreateSchedule.partial();
export type UpdateSchedule = z.infer<typeof UpdateSchedule>;

/** Why an active schedule cannot run. */
export const ScheduleProblem = z.enum(['script_removed']);
export type ScheduleProblem = z.infer<typeof ScheduleProblem>;

/** Maximum number of past occurrences that a schedule lists. */
export const RECENT_OCCURRENCES = 20;

/** A past occurrence in the list of schedules. */
export const RecentOccurrence = Occurrence.pick({ dueAt: true, result: true });
export type RecentOccurrence = z.infer<typeof RecentOccurrence>;

/** A job that runs at set times. */
export const Schedule = z.object({
  _id: Id,
  name: z.string(),
  when: When,
  job: z.object(CreateJob.shape),
  scriptName: z.string().nullable().meta({ description: 'null for code or a deleted script' }),
  scriptKind: z
    .enum(['devscript', 'script'])
    .nullable()
    .meta({ description: 'null for code or a deleted script' }),
  overlap: Overlap,
  missed: MissedPolicy,
  isPaused: z.boolean(),
  approvalId: Id.nullable().meta({
    description: 'the approval of its last change; null if that needed none',
  }),
  problem: ScheduleProblem.nullable(),
  next: z.array(Time).meta({ description: 'next due times; empty if it is paused or over' }),
  last: Occurrence.nullable().meta({ description: 'the newest occurrence' }),
  recent: z
    .array(RecentOccurrence)
    .max(RECENT_OCCURRENCES)
    .meta({ description: 'the newest occurrences, newest first' }),
  createdAt: Time,
  updatedAt: Time,
});
export type Schedule = z.infer<typeof Schedule>;

/** A schedule in a list, without the code and values of its job. */
export const ScheduleSummary = Schedule.extend({ job: JobRequestSummary });
export type ScheduleSummary = z.infer<typeof ScheduleSummary>;

export const ScheduleList = listOf(ScheduleSummary);
export type ScheduleList = z.infer<typeof ScheduleList>;

export const ScheduleFilter = Paging.extend({
  name: FilterText.optional().meta({ description: 'a part of the name' }),
  isApproved: FilterBoolean.optional().meta({
    description: 'true: only those whose last change was approved; false: only the others',
  }),
});
export type ScheduleFilter = z.infer<typeof ScheduleFilter>;
