import { z } from 'zod';
import { Id, queryInteger, text, Time } from './fields';
import { CreateJob } from './jobs.schemas';
import { RunCounts } from './runs.schemas';
import { LIMITS } from './limits';
import { listOf } from './lists';

const TimeZone = text(LIMITS.cronChars, 1).meta({
  description: 'an IANA time zone, which the cron expression is read in; UTC unless given',
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

interface Whens {
  cron?: string;
  at?: string;
  everyMinutes?: number;
}

/** Whether it says when, in one way. */
function hasOneTime({ cron, at, everyMinutes }: Whens): boolean {
  return [cron, at, everyMinutes].filter((way) => way !== undefined).length === 1;
}

const noTime = {
  path: ['cron'],
  message: 'must be given, or "at", or "everyMinutes": exactly one of the three',
};

/** When a schedule is due: by a cron expression in a time zone, once at a time, or every so many minutes. */
export const When = z
  .object({ ...whenFields, everyMinutes: z.number().int().min(1).max(LIMITS.everyMinutesMax).optional() })
  .refine(hasOneTime, noTime);
export type When = z.infer<typeof When>;

/** The same in a query. */
export const PreviewSchedule = z
  .object({ ...whenFields, everyMinutes: queryInteger(1, LIMITS.everyMinutesMax).optional() })
  .refine(hasOneTime, noTime);
export type PreviewSchedule = z.infer<typeof PreviewSchedule>;

/** The next times at which something is due, at most LIMITS.nextTimes; none where nothing is due any more. */
export const NextTimes = z.object({ next: z.array(Time) });
export type NextTimes = z.infer<typeof NextTimes>;

/** What happens when an occurrence is due while the one before it is under way. */
export const Overlap = z.enum(['skip', 'replace', 'queue']);
export type Overlap = z.infer<typeof Overlap>;

/** What happens about occurrences that were due while no server was up: the newest of them runs, or none. */
export const MissedPolicy = z.enum(['run_once', 'skip']);
export type MissedPolicy = z.infer<typeof MissedPolicy>;

export const OccurrenceState = z.enum(['waiting', 'started', 'skipped', 'missed', 'failed']);
export type OccurrenceState = z.infer<typeof OccurrenceState>;

/** One time at which a schedule was due, and what became of it. */
export const Occurrence = z.object({
  _id: Id,
  dueAt: Time,
  isByHand: z.boolean().meta({ description: 'asked for by POST …/run, whatever the schedule says' }),
  state: OccurrenceState,
  reason: z.string().nullable().meta({
    description: 'why it did not start, or what it missed',
    example: 'device offline: 1 of 3',
  }),
  jobId: Id.nullable(),
  startedAt: Time.nullable(),
  counts: RunCounts.nullable().meta({ description: "the job's runs by state; null where there is no job" }),
  missedDevices: z.number().int().meta({ description: 'devices that were not reached in time' }),
});
export type Occurrence = z.infer<typeof Occurrence>;

export const OccurrenceList = listOf(Occurrence);
export type OccurrenceList = z.infer<typeof OccurrenceList>;

const Name = text(LIMITS.scheduleNameChars, 1);

/** Body of POST /v1/schedules. */
export const CreateSchedule = z.object({
  name: Name,
  when: When,
  job: CreateJob.meta({ description: 'what POST /v1/jobs takes; a selector is asked at each occurrence' }),
  /** `skip` unless given. */
  overlap: Overlap.optional(),
  /** `run_once` unless given. */
  missed: MissedPolicy.optional(),
  isPaused: z.boolean().optional(),
});
export type CreateSchedule = z.infer<typeof CreateSchedule>;

/** A key that is left out stays as it is; `when` and `job` are replaced as a whole. */
export const UpdateSchedule = CreateSchedule.partial();
export type UpdateSchedule = z.infer<typeof UpdateSchedule>;

/** Why a schedule that is not paused cannot do what it is for. */
export const ScheduleProblem = z.enum(['script_removed']);
export type ScheduleProblem = z.infer<typeof ScheduleProblem>;

/** Something that runs by itself when its time has come. */
export const Schedule = z.object({
  _id: Id,
  name: z.string(),
  when: When,
  job: CreateJob,
  scriptName: z.string().nullable().meta({ description: 'null where code runs, or the script was removed' }),
  overlap: Overlap,
  missed: MissedPolicy,
  isPaused: z.boolean(),
  problem: ScheduleProblem.nullable(),
  next: z.array(Time).meta({ description: 'when it is due next; none where it is paused or over' }),
  last: Occurrence.nullable().meta({ description: 'its newest occurrence' }),
  createdAt: Time,
  updatedAt: Time,
});
export type Schedule = z.infer<typeof Schedule>;

/** A schedule in a list: without the code that it may carry. */
export const ScheduleSummary = Schedule.extend({
  job: z.object(CreateJob.shape).omit({ code: true }),
});
export type ScheduleSummary = z.infer<typeof ScheduleSummary>;

export const ScheduleList = listOf(ScheduleSummary);
export type ScheduleList = z.infer<typeof ScheduleList>;
