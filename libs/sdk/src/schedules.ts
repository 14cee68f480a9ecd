import type { ApiPromise } from './api-promise';
import { repeatable, type CreateJob, type Job, type RunOptions } from './jobs';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';
import type { RunState } from './runs';

/** When a schedule is due: exactly one of `cron`, `at` and `everyMinutes`. */
export interface When {
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  cron?: string;
  /** IANA time zone of `cron`. Default: UTC. */
  timeZone?: string;
  /** A single time in ISO 8601, UTC. */
  at?: string;
  everyMinutes?: number;
}

/** What to do with an occurrence that is due while the previous one is running. */
export type Overlap = 'skip' | 'replace' | 'queue';

/** What to do with occurrences that were due while no server was running: run the newest one, or none. */
export type MissedPolicy = 'run_once' | 'skip';

export type OccurrenceState = 'waiting' | 'started' | 'skipped' | 'missed' | 'failed';

/**
 * Result of an occurrence in one word. `failed`: a run failed. `offline`: a device did not connect in time. `ended`: its
 * runs were stopped or are no longer stored. `not_started`: its job could not be created.
 */
export type OccurrenceResult =
  'waiting' | 'running' | 'succeeded' | 'failed' | 'offline' | 'ended' | 'not_started' | 'skipped' | 'missed';

/** A time at which a schedule was due, and its result. */
export interface Occurrence {
  _id: string;
  dueAt: string;
  /** Started by `run` instead of by the schedule. */
  isByHand: boolean;
  state: OccurrenceState;
  result: OccurrenceResult;
  /** Why it did not start, or what it missed. */
  reason: string | null;
  jobId: string | null;
  startedAt: string | null;
  /** Number of the job's runs per state. Null if there is no job. */
  counts: Record<RunState, number> | null;
  /** Number of devices on which the run expired. */
  missedDevices: number;
}

/** A new schedule. */
export interface CreateSchedule {
  /** At most 64 characters. */
  name: string;
  when: When;
  /** A request of `jobs.create`. A selector is evaluated at each occurrence. */
  job: CreateJob;
  /** Default: `skip`. */
  overlap?: Overlap;
  /** Default: `run_once`. */
  missed?: MissedPolicy;
  isPaused?: boolean;
}

/** Omitted fields stay unchanged. `when` and `job` are replaced as a whole. */
export type UpdateSchedule = Partial<CreateSchedule>;

/** A schedule in a list, without the code and values of its job. */
export interface ScheduleSummary {
  _id: string;
  name: string;
  when: When;
  job: Omit<CreateJob, 'code' | 'vars'>;
  /** Null for code or a deleted script. */
  scriptName: string | null;
  /** Null for code or a deleted script. */
  scriptKind: 'devscript' | 'script' | null;
  overlap: Overlap;
  missed: MissedPolicy;
  isPaused: boolean;
  /** The approval of its last change. Null if that needed none. */
  approvalId: string | null;
  /** Why it cannot run. */
  problem: 'script_removed' | null;
  /** The next five due times. Empty if it is paused or over. */
  next: string[];
  /** The newest occurrence. */
  last: Occurrence | null;
  /** The newest 20 occurrences, newest first. */
  recent: Pick<Occurrence, 'dueAt' | 'result'>[];
  createdAt: string;
  updatedAt: string;
}

/** Filters and paging of a list of schedules. */
export interface ScheduleFilter extends Paging {
  /** A part of the name, in any case. */
  name?: string;
  /** `true`: only those whose last change was approved. `false`: only the others. */
  isApproved?: boolean;
}

/** A job that runs at set times. */
export interface Schedule extends ScheduleSummary {
  job: CreateJob;
}

/** Jobs that run at set times. */
export class Schedules {
  constructor(private readonly http: Http) {}

  /**
   * Lists schedules, newest first.
   *
   * @param filter A part of the name, whether they were approved, size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.schedules.list();
   */
  list(filter: ScheduleFilter = {}, options?: CallOptions): ApiPromise<Page<ScheduleSummary>> {
    return this.http.request('schedules.list', { query: filter }, options);
  }

  /**
   * Iterates over all schedules, page by page.
   *
   * @param filter `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { name, next } of drover.schedules.iterate()) console.log(name, next[0]);
   */
  iterate(
    filter: ScheduleFilter = {},
    options?: CallOptions,
  ): AsyncGenerator<ScheduleSummary, void, undefined> {
    return eachItem((page) => this.list({ ...filter, ...page }, options), filter);
  }

  /**
   * Creates a schedule.
   *
   * @param schedule A name, when it is due, and what to run.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the script, a device or a device group does not exist.
   * @throws {@link ApiError} 409 if the account has 500 schedules.
   * @throws {@link ApiError} 422 if a field is invalid, or the time never comes.
   * @example
   * const when = { cron: '0 8 * * 1-5', timeZone: 'Europe/Berlin' };
   * const job = { scriptId, selector: { tag: 'office' } };
   * const schedule = await drover.schedules.create({ name: 'Mornings', when, job });
   */
  create(schedule: CreateSchedule, options?: CallOptions): ApiPromise<Schedule> {
    return this.http.request('schedules.create', { body: schedule }, options);
  }

  /**
   * Previews the next due times of a schedule before you save it.
   *
   * @param when When the schedule would be due.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if the time is invalid or never comes.
   * @example
   * const { next } = await drover.schedules.preview({ cron: '0 8 * * 1-5', timeZone: 'Asia/Shanghai' });
   * console.log(next[0]);
   */
  preview(when: When, options?: CallOptions): Promise<{ next: string[] }> {
    return this.http.request('schedules.preview', { query: when }, options);
  }

  /**
   * Reads a schedule, with its next five due times and its newest occurrence.
   *
   * @param scheduleId ID of the schedule.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the schedule does not exist.
   * @example
   * const { next, last } = await drover.schedules.get(scheduleId);
   * console.log(next[0], last?.state);
   */
  get(scheduleId: string, options?: CallOptions): ApiPromise<Schedule> {
    return this.http.request('schedules.get', { params: { scheduleId } }, options);
  }

  /**
   * Changes, pauses or resumes a schedule.
   *
   * @param scheduleId ID of the schedule.
   * @param changes Fields to change. `when` and `job` are replaced as a whole.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the schedule, its script or a device does not exist.
   * @throws {@link ApiError} 422 if a field is invalid.
   * @example
   * await drover.schedules.update(scheduleId, { isPaused: true });
   */
  update(scheduleId: string, changes: UpdateSchedule, options?: CallOptions): ApiPromise<void> {
    return this.http.request('schedules.update', { params: { scheduleId }, body: changes }, options);
  }

  /**
   * Deletes a schedule and its history. Jobs that it started continue.
   *
   * @param scheduleId ID of the schedule.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the schedule does not exist.
   * @example
   * await drover.schedules.remove(scheduleId);
   */
  remove(scheduleId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('schedules.remove', { params: { scheduleId } }, options);
  }

  /**
   * Runs a schedule now. Its next due times stay unchanged.
   *
   * @param scheduleId ID of the schedule.
   * @param options Signal, time limit and idempotency key of the call.
   * @throws {@link ApiError} 404 if the schedule or its script does not exist.
   * @example
   * const { _id: jobId } = await drover.schedules.run(scheduleId);
   */
  run(scheduleId: string, options: RunOptions = {}): ApiPromise<Job> {
    return this.http.request('schedules.run', { params: { scheduleId } }, repeatable(options));
  }

  /**
   * Lists the occurrences of a schedule, newest first.
   *
   * @param scheduleId ID of the schedule.
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the schedule does not exist.
   * @example
   * const { items } = await drover.schedules.listOccurrences(scheduleId);
   * for (const { dueAt, state, reason } of items) console.log(dueAt, state, reason);
   */
  listOccurrences(
    scheduleId: string,
    paging: Paging = {},
    options?: CallOptions,
  ): ApiPromise<Page<Occurrence>> {
    return this.http.request('schedules.listOccurrences', { params: { scheduleId }, query: paging }, options);
  }
}
