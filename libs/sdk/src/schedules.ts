import { repeatable, type CreateJob, type Job, type RunOptions } from './jobs';
import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { CallOptions, Http } from './request';
import type { RunState } from './runs';

/** When a schedule is due: exactly one of `cron`, `at` and `everyMinutes`. */
export interface When {
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  cron?: string;
  /** The IANA time zone that `cron` is read in; UTC unless given. */
  timeZone?: string;
  /** Once, at a time in ISO 8601, UTC. */
  at?: string;
  everyMinutes?: number;
}

/** What happens when an occurrence is due while the one before it is under way. */
export type Overlap = 'skip' | 'replace' | 'queue';

/** What happens about occurrences that were due while no server was up: the newest of them runs, or none. */
export type MissedPolicy = 'run_once' | 'skip';

export type OccurrenceState = 'waiting' | 'started' | 'skipped' | 'missed' | 'failed';

/** One time at which a schedule was due, and what became of it. */
export interface Occurrence {
  _id: string;
  dueAt: string;
  /** Asked for by `run`, whatever the schedule says. */
  isByHand: boolean;
  state: OccurrenceState;
  /** Why it did not start, or what it missed. */
  reason: string | null;
  jobId: string | null;
  startedAt: string | null;
  /** The job's runs by state; null where there is no job. */
  counts: Record<RunState, number> | null;
  /** Devices that were not reached in time. */
  missedDevices: number;
}

/** A new schedule. */
export interface CreateSchedule {
  /** At most 64 characters. */
  name: string;
  when: When;
  /** What `jobs.create` takes; a selector is asked at each occurrence. */
  job: CreateJob;
  /** `skip` unless given. */
  overlap?: Overlap;
  /** `run_once` unless given. */
  missed?: MissedPolicy;
  isPaused?: boolean;
}

/** What is left out stays as it is; `when` and `job` are replaced as a whole. */
export type UpdateSchedule = Partial<CreateSchedule>;

/** A schedule in a list: without the code that it may carry. */
export interface ScheduleSummary {
  _id: string;
  name: string;
  when: When;
  job: Omit<CreateJob, 'code'>;
  /** Null where code runs, or the script was removed. */
  scriptName: string | null;
  overlap: Overlap;
  missed: MissedPolicy;
  isPaused: boolean;
  /** Why it cannot do what it is for. */
  problem: 'script_removed' | null;
  /** The next five times; none where it is paused or over. */
  next: string[];
  /** Its newest occurrence. */
  last: Occurrence | null;
  createdAt: string;
  updatedAt: string;
}

/** Something that runs by itself when its time has come. */
export interface Schedule extends ScheduleSummary {
  job: CreateJob;
}

/** What runs by itself, and when. */
export class Schedules {
  constructor(private readonly http: Http) {}

  /** Lists schedules, newest first. */
  list(paging: Paging = {}, options?: CallOptions): Promise<Page<ScheduleSummary>> {
    return this.http.get('/v1/schedules', paging, options);
  }

  /** Goes through all schedules, page by page. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<ScheduleSummary, void, undefined> {
    return eachItem((page) => this.list({ ...paging, ...page }, options), paging);
  }

  /** Lets a job run by itself. */
  create(schedule: CreateSchedule, options?: CallOptions): Promise<Schedule> {
    return this.http.post('/v1/schedules', schedule, options);
  }

  /** Tells when a schedule would be due next, before it is kept. */
  preview(when: When, options?: CallOptions): Promise<{ next: string[] }> {
    return this.http.get('/v1/schedules/preview', when, options);
  }

  /** Reads a schedule, with its next five times and its newest occurrence. */
  get(scheduleId: string, options?: CallOptions): Promise<Schedule> {
    return this.http.get(path`/v1/schedules/${scheduleId}`, undefined, options);
  }

  /** Changes, pauses or resumes a schedule. */
  update(scheduleId: string, changes: UpdateSchedule, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/schedules/${scheduleId}`, changes, options);
  }

  /** Deletes a schedule with its history; jobs that it started go on. */
  remove(scheduleId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/schedules/${scheduleId}`, undefined, options);
  }

  /** Runs it now, whatever its times. */
  run(scheduleId: string, options: RunOptions = {}): Promise<Job> {
    return this.http.post(path`/v1/schedules/${scheduleId}/run`, undefined, repeatable(options));
  }

  /** Lists the times at which it was due, newest first, and what became of each. */
  listOccurrences(scheduleId: string, paging: Paging = {}, options?: CallOptions): Promise<Page<Occurrence>> {
    return this.http.get(path`/v1/schedules/${scheduleId}/occurrences`, paging, options);
  }
}
