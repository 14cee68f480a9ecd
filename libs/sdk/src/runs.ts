import type { ApiPromise } from './api-promise';
import type { Artifact, DownloadOptions } from './artifacts';
import type { DeviceChoice } from './devices';
import type { Project } from './devscript-files';
import { eachItem, type CreatedRange, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { ReasonCode } from './reasons';
import type { Http } from './request';

/** State of a run: queued, running, then a result. A run that is being stopped is `stopping` in between. */
export type RunState =
  | 'queued'
  | 'running'
  | 'stopping'
  | 'succeeded'
  | 'failed'
  | 'timed_out'
  | 'lost'
  | 'stopped'
  | 'canceled'
  | 'expired'
  | 'rejected';

/** Level of a log line. */
export type LogLevel = 'verbose' | 'debug' | 'info' | 'warn' | 'error';

/** The progress of a run, as its script last reported it. */
export interface RunProgress {
  /** From 0 to 1. */
  value: number;
  text: string | null;
}

/** A pinned branch or tag. */
export interface PinnedRevision {
  ref: string;
  /** Number of the revision of the script. */
  revision: number;
}

/** The execution of a job on one device, and its result. */
export interface Run {
  _id: string;
  jobId: string;
  deviceId: string;
  /** Name of the device when the run was created. */
  deviceName: string;
  scriptId: string | null;
  /** What it runs in place of the revision of its job, because its device is in a pinned group. Null: what the job says. */
  pinned: PinnedRevision | null;
  state: RunState;
  /** Reason for the state. */
  reason: string | null;
  /** Code of the reason. Null if a script wrote the reason. */
  reasonCode: ReasonCode | null;
  exitCode: number | null;
  signal: string | null;
  /** Step in which the run failed or timed out, after the names of the steps around it: `Checkout › Pay`. */
  failedStep: string | null;
  /** Number of its wave in the job's rollout. */
  wave: number | null;
  /** Counts from 1. */
  attempt: number;
  /** ID of the previous attempt. */
  retryOf: string | null;
  /** Whether another attempt follows. */
  isRetried: boolean;
  /** Queued, and held until its wave is released. */
  isHeld: boolean;
  /** When it is released, if known. */
  heldUntil: string | null;
  createdAt: string;
  /** Delivery deadline: a run that its device has not accepted by then expires. Null while it is held. */
  deliverBy: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  /** Null if the script reported none. */
  progress: RunProgress | null;
  /** Whether the run left a result, or the reason why it was not stored. */
  hasResult: boolean;
}

/** What the script of a run left as its result, by `drover.result` or by its export `result`. */
export interface RunResult extends Pick<
  Run,
  | 'jobId'
  | 'deviceId'
  | 'deviceName'
  | 'scriptId'
  | 'state'
  | 'attempt'
  | 'isRetried'
  | 'createdAt'
  | 'finishedAt'
> {
  runId: string;
  /** Any JSON value. Null if there is a problem. */
  value: unknown;
  /** Why the result was not stored. Null otherwise. */
  problem: string | null;
  /** Why the value does not match the schema of the job. Null if it does, or if there is no schema. */
  schemaProblem: string | null;
}

/** The run of a device that was created last. */
export type LatestRun = Pick<Run, '_id' | 'jobId' | 'deviceId' | 'state' | 'createdAt'>;

/** The devices whose latest runs are listed. */
export interface LatestRunFilter {
  /** IDs of at most 500 devices. */
  deviceId: string[];
}

/** One run for each of the devices that has one. */
export interface LatestRunList {
  count: number;
  items: LatestRun[];
}

/** Filters combine with AND. */
export interface RunFilter extends Paging, CreatedRange {
  jobId?: string;
  deviceId?: string;
  scriptId?: string;
  /** ID of a failure. */
  failureId?: string;
  state?: RunState | readonly RunState[];
  /** An exit code other than 0 is searched among the runs that did not succeed. */
  exitCode?: number;
  /** Part of the reason, ignoring case, of a run that did not succeed. */
  reason?: string;
}

/** What a line of a log says about a step: that it started, or how it ended. */
export interface LogStep {
  /** Number of the step in its run. */
  id: number;
  /** The step around it. Null for an outermost step. */
  parentId: number | null;
  /** `stopped`: the run ended, and did not fail, while the step went on. */
  state: 'started' | 'succeeded' | 'failed' | 'stopped';
  /** Milliseconds from its start to its end. Null for its start. */
  durationMs: number | null;
}

/** A line of a run's log. */
export interface LogLine {
  /** Counts from 1 without gaps. */
  seq: number;
  at: string;
  level: LogLevel;
  text: string;
  /** For the start of a step, whose name is the text, and for its end. */
  step?: LogStep;
}

/** The part of a log to read. */
export interface LogFilter {
  /** `seq` of the last line that you already have. */
  after?: number;
  /** Lines in one response, 1 to 10,000. Default: 1000. */
  limit?: number;
}

/** Lines in order. */
export interface LogPage {
  /** Number of lines in this response. */
  count: number;
  items: LogLine[];
  /** Number of the log's last line. 0 if it has none. */
  lastSeq: number;
}

/** The runs of the same script on the same device before and after a run. */
export interface AdjacentRuns {
  /** Null if the 1000 runs of the device before it have none. */
  previousId: string | null;
  /** Null if the 1000 runs of the device after it have none. */
  nextId: string | null;
}

/** Options of a wait. Only `signal` limits the wait as a whole. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds between two requests if the service refuses the event stream. Default: 500. */
  pollIntervalMs?: number;
}

/** Default of `pollIntervalMs`. */
export const defaultPollIntervalMs = 500;

/** States of a run without a result. */
export const openRunStates: readonly RunState[] = ['queued', 'running', 'stopping'];

/** Whether a run in this state has a result. */
export function hasEnded(state: RunState): boolean {
  return !openRunStates.includes(state);
}

/** The runs to stop: on these devices, of one script or of all. */
export interface StopRuns extends DeviceChoice {
  /** Stops only the runs of this script. Default: all runs. */
  scriptId?: string;
}

/** Executions of jobs on devices. */
export class Runs {
  constructor(private readonly http: Http) {}

  /**
   * Lists runs, newest first.
   *
   * @param filter Filters and paging.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * const { items } = await drover.runs.list({ jobId, state: 'failed' });
   * for (const { deviceName, reason } of items) console.log(deviceName, reason);
   */
  list(filter: RunFilter = {}, options?: CallOptions): ApiPromise<Page<Run>> {
    return this.http.request('runs.list', { query: filter }, options);
  }

  /**
   * Iterates over all matching runs, page by page.
   *
   * @param filter Filters. `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * for await (const { deviceName, state } of drover.runs.iterate({ jobId })) console.log(deviceName, state);
   */
  iterate(filter: RunFilter = {}, options?: CallOptions): AsyncGenerator<Run, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /**
   * Reads a run.
   *
   * @param runId ID of the run.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the run does not exist.
   * @example
   * const { state, exitCode } = await drover.runs.get(runId);
   */
  get(runId: string, options?: CallOptions): ApiPromise<Run> {
    return this.http.request('runs.get', { params: { runId } }, options);
  }

  /**
   * Lists the latest run of each of several devices. Leaves out devices without runs.
   *
   * @param filter The devices.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if there are too many IDs.
   * @example
   * const { items } = await drover.runs.listLatest({ deviceId: [deviceId] });
   */
  listLatest(filter: LatestRunFilter, options?: CallOptions): ApiPromise<LatestRunList> {
    return this.http.request('runs.listLatest', { query: filter }, options);
  }

  /**
   * Cancels or stops runs on a list of devices or on those that match a selector.
   *
   * @param which The devices, and a script if only its runs are to stop.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the script, a device or a device group does not exist.
   * @example
   * await drover.runs.stop({ scriptId, selector: { online: true } });
   */
  stop(which: StopRuns, options?: CallOptions): ApiPromise<void> {
    return this.http.request('runs.stop', { body: which }, options);
  }

  /**
   * Cancels or stops a run.
   *
   * @param runId ID of the run.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the run does not exist.
   * @example
   * await drover.runs.remove(runId);
   */
  remove(runId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('runs.remove', { params: { runId } }, options);
  }

  /**
   * Downloads the code of a run's job. The code of published scripts is not readable.
   *
   * @param runId ID of the run.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the run does not exist, or is one of a published script.
   * @example
   * const code = await drover.runs.getCode(runId);
   */
  getCode(runId: string, options?: CallOptions): ApiPromise<string> {
    return this.http.requestText('runs.getCode', { params: { runId } }, options);
  }

  /**
   * Reads the source files that the code of a run's job was built from. Those of published scripts are not readable.
   *
   * @param runId ID of the run.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the run does not exist, or its code was not built from a project.
   * @example
   * const { files } = await drover.runs.getProject(runId);
   */
  getProject(runId: string, options?: CallOptions): ApiPromise<Project> {
    return this.http.request('runs.getProject', { params: { runId } }, options);
  }

  /**
   * Finds the previous and the next run of the same script on the same device.
   *
   * @param runId ID of the run.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the run does not exist.
   * @example
   * const { previousId } = await drover.runs.getAdjacent(runId);
   * if (previousId) console.log((await drover.runs.get(previousId)).state);
   */
  getAdjacent(runId: string, options?: CallOptions): ApiPromise<AdjacentRuns> {
    return this.http.request('runs.getAdjacent', { params: { runId } }, options);
  }

  /**
   * Reads the result of a run.
   *
   * @param runId ID of the run.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the run does not exist, or left no result.
   * @example
   * const { value } = await drover.runs.getResult(runId);
   */
  getResult(runId: string, options?: CallOptions): ApiPromise<RunResult> {
    return this.http.request('runs.getResult', { params: { runId } }, options);
  }

  /**
   * Reads a page of a run's log in order, starting after the line number `after`.
   *
   * @param runId ID of the run.
   * @param filter The last line that you have, and the number of lines.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the run does not exist.
   * @example
   * const { items } = await drover.runs.listLogs(runId, { limit: 100 });
   * for (const { seq, text } of items) console.log(seq, text);
   */
  listLogs(runId: string, filter: LogFilter = {}, options?: CallOptions): ApiPromise<LogPage> {
    return this.http.request('runs.listLogs', { params: { runId }, query: filter }, options);
  }

  /**
   * Lists the artifacts of a run, the newest first.
   *
   * @param runId ID of the run.
   * @param paging Which page.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the run does not exist.
   * @example
   * const { items } = await drover.runs.listArtifacts(runId);
   * for (const { name, size } of items) console.log(name, size);
   */
  listArtifacts(runId: string, paging: Paging = {}, options?: CallOptions): ApiPromise<Page<Artifact>> {
    return this.http.request('runs.listArtifacts', { params: { runId }, query: paging }, options);
  }

  /**
   * Iterates over all artifacts of a run, page by page.
   *
   * @param runId ID of the run.
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 404 if the run does not exist.
   * @example
   * for await (const { name, size } of drover.runs.iterateArtifacts(runId)) console.log(name, size);
   */
  iterateArtifacts(
    runId: string,
    paging: Paging = {},
    options?: CallOptions,
  ): AsyncGenerator<Artifact, void, undefined> {
    return eachItem((next) => this.listArtifacts(runId, { ...paging, ...next }, options), paging);
  }

  /**
   * Downloads an artifact. Read the content from the response with `arrayBuffer()`, `text()` or `body`.
   *
   * @param runId ID of the run.
   * @param artifactId ID of the artifact.
   * @param options Signal, and the bytes to download.
   * @throws {@link ApiError} 404 if the artifact does not exist, or its content was not stored.
   * @example
   * const response = await drover.runs.getArtifact(runId, artifactId);
   * const bytes = new Uint8Array(await response.arrayBuffer());
   */
  getArtifact(runId: string, artifactId: string, options?: DownloadOptions): Promise<Response> {
    return this.http.download('runs.getArtifact', { params: { runId, artifactId } }, options);
  }

  /**
   * Downloads all artifacts of a run as a ZIP archive.
   *
   * @param runId ID of the run.
   * @param options Signal of the download.
   * @throws {@link ApiError} 404 if the run does not exist.
   * @example
   * const { body } = await drover.runs.getArtifactArchive(runId);
   */
  getArtifactArchive(runId: string, options?: DownloadOptions): Promise<Response> {
    return this.http.download('runs.getArtifactArchive', { params: { runId } }, options);
  }
}
