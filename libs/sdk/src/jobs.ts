import type { DownloadOptions } from './artifacts';
import type { ApiPromise, TextResponse } from './api-promise';
import type { DeviceChoice, Targets } from './devices';
import type { DroverEvent } from './events';
import type { JobFailureFilter, JobFailures } from './failures';
import { collectItems, eachItem, type CreatedRange, type Page, type Paging } from './paging';
import type { ResultSchema } from './result-schema';
import type { CallOptions } from './call-options';
import type { Http } from './request';
import { untilAvailable } from './retry';
import { defaultPollIntervalMs, hasEnded, Runs, type Run, type RunState, type WaitOptions } from './runs';
import type { RerunJob, Retry, RetryRequest, Rollout, RolloutRequest, UpdateRollout } from './rollouts';
import { sharedEventsOf } from './shared-events';

/** Kind of code that a job runs. An update installs the agent of the server. */
export type JobKind = 'script' | 'devscript' | 'execute' | 'update';

/** Kind of what starts jobs. A person uses the console, a program a token. */
export type TriggerKind = 'person' | 'token' | 'schedule' | 'preset' | 'rerun' | 'automatic';

/** What started a job. */
export interface Trigger {
  kind: TriggerKind;
  /** ID of the account, the token, the schedule, the preset or the job that was re-run. */
  id: string;
  /** Its current name. Null if it was deleted. */
  name: string | null;
}

/** An accepted run request. */
export interface Job {
  _id: string;
  kind: JobKind;
  scriptId: string | null;
  name: string;
  version: string | null;
  /** Number of the revision of the development script. Null for other jobs. */
  revision: number | null;
  /** SHA-256 of the schema that its results are checked against. Null if there is none. */
  schemaSha256: string | null;
  vars: Record<string, unknown>;
  /** Longest duration of a run, in seconds. */
  timeout: number | null;
  /** Whether a run that fails saves a picture of the screen. */
  screenshotOnFailure: boolean;
  createdAt: string;
  /** Number of runs per state, with all states. Only the last attempt of each device counts. */
  counts: Record<RunState, number>;
  rollout: Rollout | null;
  retry: Retry | null;
  /** ID of the job that this one repeats. */
  rerunOf: string | null;
  /** Null for jobs from before it was recorded. */
  trigger: Trigger | null;
}

/** A job in a list, without its values. */
export type JobSummary = Omit<Job, 'vars'>;

/** Filters combine with AND. */
export interface JobFilter extends Paging, CreatedRange {
  /** Only jobs whose name contains this text, in any case. */
  name?: string;
  scriptId?: string;
  /** Only jobs with a run on this device. */
  deviceId?: string;
  kind?: JobKind;
  /** Kind of what started the job. */
  trigger?: TriggerKind;
  /** ID of what started the job. */
  triggerId?: string;
  /** Only jobs that have runs in one of these states. Only the last attempt on each device counts. */
  state?: RunState | readonly RunState[];
}

/** Settings of a run request. */
interface RunSettings {
  /** Configuration values, which override the saved ones. */
  vars?: Record<string, unknown>;
  /** Seconds until the delivery deadline, by which each device must have accepted its run. */
  deliverWithin?: number;
  /** Longest duration of each run, in seconds. */
  timeout?: number;
}

/** A request to run a script on devices. */
export interface RunRequest extends Targets, RunSettings {}

/** A request to run a script, a devscript or code on devices. */
export interface CreateJob extends DeviceChoice, RunSettings {
  /** ID of a script in the library or of a devscript. Required unless there is `code`. */
  scriptId?: string;
  /** Code to run once, at most 1,048,576 characters. */
  code?: string;
  /** Releases the job to its devices gradually. */
  rollout?: RolloutRequest;
  /** Retries failed runs. */
  retry?: RetryRequest;
  /** Saves a picture of the screen as an artifact of each run that fails, on devices that have a screen and permit it. */
  screenshotOnFailure?: boolean;
  /** Runs with values that do not meet the rules of the script's configuration. */
  skipValidation?: boolean;
}

/** A request to update the agents of devices. */
export interface UpdateAgents extends DeviceChoice {
  /** Seconds until the delivery deadline, by which each device must have accepted the update. */
  deliverWithin?: number;
  /** Releases the update to its devices gradually. */
  rollout?: RolloutRequest;
  /** Retries failed updates. */
  retry?: RetryRequest;
}

/** A request to run code once. */
export interface ExecuteRequest extends RunRequest {
  /** At most 1,048,576 characters. */
  code: string;
}

/** An accepted request, which the service has stored. */
export interface StartedJob {
  jobId: string;
}

/** Options of run and execute calls. */
export interface RunOptions extends CallOptions {
  /** Requests with the same key run once. Default: a random key. */
  idempotencyKey?: string;
}

/** Accepted run requests. */
export class Jobs {
  private readonly runs: Runs;

  constructor(private readonly http: Http) {
    this.runs = new Runs(http);
  }

  /**
   * Lists jobs, newest first.
   *
   * @param filter Filters and paging.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * const { items } = await drover.jobs.list({ kind: 'script', limit: 10 });
   */
  list(filter: JobFilter = {}, options?: CallOptions): ApiPromise<Page<JobSummary>> {
    return this.http.request('jobs.list', { query: filter }, options);
  }

  /**
   * Iterates over all matching jobs, page by page.
   *
   * @param filter Filters. `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * for await (const { name, counts } of drover.jobs.iterate()) console.log(name, counts.failed);
   */
  iterate(filter: JobFilter = {}, options?: CallOptions): AsyncGenerator<JobSummary, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /**
   * Runs a script, a devscript or code on a list of devices or on those that match a selector.
   *
   * @param request What to run, where and how.
   * @param options Signal, time limit and idempotency key of the call.
   * @throws {@link ApiError} 404 if the script, a device or a device group does not exist.
   * @throws {@link ApiError} 409 if the script has no code, or the key was used for another request.
   * @throws {@link ApiError} 422 if a parameter is invalid, or a value breaks a rule of the configuration.
   * @example
   * const job = await drover.jobs.create({ scriptId, selector: { online: true }, rollout: { waves: [10, 50] } });
   */
  create(request: CreateJob, options: RunOptions = {}): ApiPromise<Job> {
    return this.http.request('jobs.create', { body: request }, repeatable(options));
  }

  /**
   * Updates the agents of devices to the version of the server. Each device waits until its runs have ended, and goes back
   * to its former agent if the new one does not connect.
   *
   * @param request Which devices, and how.
   * @param options Signal, time limit and idempotency key of the call.
   * @throws {@link ApiError} 404 if a device or a device group does not exist.
   * @throws {@link ApiError} 422 if a parameter is invalid.
   * @example
   * await drover.jobs.updateAgents({ selector: { all: true }, rollout: { stopAfterFailedPercent: 0 } });
   */
  updateAgents(request: UpdateAgents, options: RunOptions = {}): ApiPromise<Job> {
    return this.http.request('jobs.updateAgents', { body: request }, repeatable(options));
  }

  /**
   * Reads a job, with the number of its runs per state.
   *
   * @param jobId ID of the job.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the job does not exist.
   * @example
   * const { counts } = await drover.jobs.get(jobId);
   * console.log(counts.succeeded, counts.failed);
   */
  get(jobId: string, options?: CallOptions): ApiPromise<Job> {
    return this.http.request('jobs.get', { params: { jobId } }, options);
  }

  /**
   * Cancels and stops all runs of a job.
   *
   * @param jobId ID of the job.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the job does not exist.
   * @example
   * await drover.jobs.remove(jobId);
   */
  remove(jobId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('jobs.remove', { params: { jobId } }, options);
  }

  /**
   * Pauses, resumes or aborts the rollout of a job.
   *
   * @param jobId ID of the job.
   * @param change The new state.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the job does not exist.
   * @throws {@link ApiError} 409 if the job has no rollout, or its state does not allow the change.
   * @example
   * await drover.jobs.updateRollout(jobId, { state: 'paused' });
   */
  updateRollout(jobId: string, change: UpdateRollout, options?: CallOptions): ApiPromise<void> {
    return this.http.request('jobs.updateRollout', { params: { jobId }, body: change }, options);
  }

  /**
   * Lists the failures of a job, those with most runs first.
   *
   * @param jobId ID of the job.
   * @param filter How many failures.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the job does not exist.
   * @example
   * const { items } = await drover.jobs.listFailures(jobId);
   * for (const { runs, message, line } of items) console.log(runs, message, line);
   */
  listFailures(jobId: string, filter: JobFailureFilter = {}, options?: CallOptions): ApiPromise<JobFailures> {
    return this.http.request('jobs.listFailures', { params: { jobId }, query: filter }, options);
  }

  /**
   * Downloads the schema that the results of a job are checked against, for `tabulateResults`.
   *
   * @param jobId ID of the job.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the job does not exist, or its script has no schema.
   * @example
   * const schema = await drover.jobs.getSchema(jobId);
   */
  getSchema(jobId: string, options?: CallOptions): ApiPromise<ResultSchema> {
    return this.http.request('jobs.getSchema', { params: { jobId } }, options);
  }

  /**
   * Repeats a job as a new job, on the devices where it failed, where it expired, on all, or on those of one
   * failure.
   *
   * @param jobId ID of the job.
   * @param request Which devices, and which version of the code.
   * @param options Signal, time limit and idempotency key of the call.
   * @throws {@link ApiError} 404 if the job or the failure does not exist.
   * @throws {@link ApiError} 409 if no device of the job has such a run.
   * @example
   * const job = await drover.jobs.rerun(jobId, { which: 'failed', code: 'current' });
   */
  rerun(jobId: string, request: RerunJob, options: RunOptions = {}): ApiPromise<Job> {
    return this.http.request('jobs.rerun', { params: { jobId }, body: request }, repeatable(options));
  }

  /**
   * Waits until every run of a job has ended. Returns the last attempt of each device.
   *
   * @param jobId ID of the job.
   * @param options `signal` limits the whole wait, `timeoutMs` each request.
   * @throws {@link ApiError} 404 if the job does not exist.
   * @example
   * const runs = await drover.jobs.wait(jobId, { signal: AbortSignal.timeout(600_000) });
   * console.log(runs.every(({ state }) => state === 'succeeded'));
   */
  async wait(jobId: string, options: WaitOptions = {}): Promise<Run[]> {
    const { pollIntervalMs = defaultPollIntervalMs } = options;
    const stream = sharedEventsOf(this.http);
    const watch = stream.watch({ jobId }, { ...options, pollIntervalMs });
    try {
      let openRuns = countOpenRuns(await this.get(jobId, options));
      while (openRuns > 0) {
        // Counts along, so that a job with many runs is not read after each of them.
        while (openRuns > 0) {
          const events = await watch.next();
          if (!events) break;
          for (const event of events) openRuns += changeOfOpenRuns(event);
        }
        openRuns = countOpenRuns(await untilAvailable(() => this.get(jobId, options), options.signal));
      }
    } finally {
      stream.unwatch(watch);
    }
    const readRuns = () => collectItems(this.runs.iterate({ jobId }, options));
    const runs = await untilAvailable(readRuns, options.signal);
    return runs.filter(({ isRetried }) => !isRetried);
  }

  /**
   * Downloads all artifacts of a job as a ZIP archive, with a folder per device.
   *
   * @param jobId ID of the job.
   * @param options Signal of the download.
   * @throws {@link ApiError} 404 if the job does not exist.
   * @example
   * const { body } = await drover.jobs.getArtifactArchive(jobId);
   */
  getArtifactArchive(jobId: string, options?: DownloadOptions): Promise<Response> {
    return this.http.download('jobs.getArtifactArchive', { params: { jobId } }, options);
  }
}

function countOpenRuns({ counts }: Job): number {
  const open = Object.entries(counts).filter(([state]) => !hasEnded(state as RunState));
  return open.reduce((sum, [, count]) => sum + count, 0);
}

/** An attempt that has ended is one less, a retry one more. */
function changeOfOpenRuns(event: DroverEvent): number {
  if (event.type !== 'run') return 0;
  if (hasEnded(event.run.state)) return -1;
  return event.run.state === 'queued' && event.run.attempt > 1 ? 1 : 0;
}

/** Reads the job of an accepted run request from the `Location` of its response. */
export async function readStartedJob(response: Promise<TextResponse>): Promise<StartedJob> {
  const { headers } = await response;
  const jobId = headers.get('location')?.split('/').pop();
  if (!jobId) throw new Error('The response has no Location header.');
  return { jobId };
}

/** Options of a request that may be repeated: the service recognises a repetition by its key. */
export function repeatable({ idempotencyKey = randomKey(), ...options }: RunOptions = {}) {
  return { ...options, headers: { 'idempotency-key': idempotencyKey }, isRepeatable: true };
}

/** Avoids `randomUUID`, which browsers provide only on pages with TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
