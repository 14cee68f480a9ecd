import type { ApiPromise } from './api-promise';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';
import type { RunState } from './runs';

/** One of the newest runs of a failure. */
export interface FailureSample {
  _id: string;
  jobId: string;
  deviceId: string;
  deviceName: string;
}

/**
 * `new`: first seen in the last 24 hours. `rising`: at least 5 runs in the last 24 hours, and twice as many as in the 24
 * hours before.
 */
export type FailureTrend = 'new' | 'rising';

/** Runs of one script that failed in the same way: their messages differ only in data, such as numbers, IDs and paths. */
export interface Failure {
  _id: string;
  /** Null for code without a script. */
  scriptId: string | null;
  /** Null for code, and for a script that is gone. */
  scriptName: string | null;
  scriptKind: 'devscript' | 'script' | null;
  /** `failed`, `timed_out`, `lost`, `rejected` or `expired`. */
  state: RunState;
  /** Reason of the first run, without the position. */
  message: string | null;
  /** File that threw the error, if known. */
  file: string | null;
  /** Line in that file. */
  line: number | null;
  /** Step of the first run, after the names of the steps around it. Null if it failed in none. */
  step: string | null;
  exitCode: number | null;
  signal: string | null;
  /** Number of runs. Of the attempts on a device only the last one counts. */
  runs: number;
  /** Number of devices. */
  devices: number;
  /** Runs that were created in the last 24 hours, at most 100. */
  runsLastDay: number;
  trend: FailureTrend | null;
  /** At most 10 versions of the script, those with most runs first. */
  versions: string[];
  /** When a run first failed in this way, in any job. */
  firstSeenAt: string;
  /** When its newest run ended, in any job. */
  lastSeenAt: string | null;
  /** At most 3 of its newest runs. */
  samples: FailureSample[];
}

/** Filters combine with AND. */
export interface FailureFilter extends Paging {
  scriptId?: string;
  /** Only failures that were first seen at this time or later, in ISO 8601. */
  since?: string;
  /** Only failures with one of these trends. */
  trend?: FailureTrend[];
}

/** How many failures of a job to list. */
export interface JobFailureFilter {
  /** 1 to 1000. Default: 100. */
  limit?: number;
}

/** The failures of a job. Their `runs`, `devices`, `versions` and `samples` are those of the job. */
export interface JobFailures {
  /** Number of items in this response. */
  count: number;
  items: Failure[];
}

/** Groups of runs that failed in the same way. */
export class Failures {
  constructor(private readonly http: Http) {}

  /**
   * Lists failures of all jobs, the last seen first.
   *
   * @param filter Script, trend, and time since which they are new.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `since`, `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.failures.list({ since: '2026-01-31T00:00:00Z' });
   */
  list(filter: FailureFilter = {}, options?: CallOptions): ApiPromise<Page<Failure>> {
    return this.http.request('failures.list', { query: filter }, options);
  }

  /**
   * Iterates over all matching failures, page by page.
   *
   * @param filter Script, trend, and time since which they are new.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `since` or `limit` is invalid.
   * @example
   * for await (const { message, devices } of drover.failures.iterate()) console.log(message, devices);
   */
  iterate(filter: FailureFilter = {}, options?: CallOptions): AsyncGenerator<Failure, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /**
   * Reads a failure.
   *
   * @param failureId ID of the failure.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the failure does not exist, or has no runs any more.
   * @example
   * const { message, versions } = await drover.failures.get(failureId);
   */
  get(failureId: string, options?: CallOptions): ApiPromise<Failure> {
    return this.http.request('failures.get', { params: { failureId } }, options);
  }
}
