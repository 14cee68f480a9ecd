import type { DeviceChoice } from './devices';
import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { CallOptions, Http } from './request';

/** Where a run stands: queued, running, then a result; stopping in between where it was stopped. */
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

/** Weight of a log line. */
export type LogLevel = 'verbose' | 'debug' | 'info' | 'warn' | 'error';

/** One job on one device, and what became of it. */
export interface Run {
  _id: string;
  jobId: string;
  deviceId: string;
  /** Name of the device when the run was asked for. */
  deviceName: string;
  scriptId: string | null;
  state: RunState;
  /** Why the run is in its state, in words. */
  reason: string | null;
  exitCode: number | null;
  signal: string | null;
  /** Number of its wave in the job's roll-out. */
  wave: number | null;
  /** Counts from 1. */
  attempt: number;
  /** The attempt before this one. */
  retryOf: string | null;
  /** Whether another attempt follows it. */
  isRetried: boolean;
  /** Queued, and not for the device yet: its turn has not come. */
  isHeld: boolean;
  /** When its turn comes, where that is known. */
  heldUntil: string | null;
  createdAt: string;
  /** The run expires if the device has not had it by then; null while it is held. */
  deliverBy: string | null;
  startedAt: string | null;
  finishedAt: string | null;
}

/** Filters combine with AND. */
export interface RunFilter extends Paging {
  jobId?: string;
  deviceId?: string;
  scriptId?: string;
  state?: RunState;
}

/** One line of a run's log. */
export interface LogLine {
  /** Counts from 1 without gaps. */
  seq: number;
  at: string;
  level: LogLevel;
  text: string;
}

/** Which part of a log to read. */
export interface LogFilter {
  /** `seq` of the last line that the caller has. */
  after?: number;
  limit?: number;
}

/** Lines in order. */
export interface LogPage {
  /** Number of lines in this answer. */
  count: number;
  items: LogLine[];
}

/** How to wait for something to happen. A `signal` is what bounds the wait as a whole. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds between two looks; 500 unless given. */
  pollIntervalMs?: number;
}

/** Milliseconds between two looks, unless the caller says otherwise. */
export const defaultPollIntervalMs = 500;

/** States that a run is in before its result. */
export const openRunStates: readonly RunState[] = ['queued', 'running', 'stopping'];

/** Whether a run in this state has its result. */
export function hasEnded(state: RunState): boolean {
  return !openRunStates.includes(state);
}

/** Which runs to stop: on these devices, of one script or all. */
export interface StopRuns extends DeviceChoice {
  /** Without it whatever runs there is stopped. */
  scriptId?: string;
}

/** What became of jobs, device by device. */
export class Runs {
  constructor(private readonly http: Http) {}

  /** Lists runs, newest first. */
  list(filter: RunFilter = {}, options?: CallOptions): Promise<Page<Run>> {
    return this.http.get('/v1/runs', filter, options);
  }

  /** Goes through all runs that match, page by page. */
  iterate(filter: RunFilter = {}, options?: CallOptions): AsyncGenerator<Run, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /** Reads a run. */
  get(runId: string, options?: CallOptions): Promise<Run> {
    return this.http.get(path`/v1/runs/${runId}`, undefined, options);
  }

  /** Cancels and stops what runs on devices, named one by one or chosen by a selector. */
  stop(which: StopRuns, options?: CallOptions): Promise<void> {
    return this.http.post('/v1/runs/stop', which, options);
  }

  /** Cancels or stops a run. */
  remove(runId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/runs/${runId}`, undefined, options);
  }

  /** Reads a run's log, in order, from after the line with number `after`. */
  listLogs(runId: string, filter: LogFilter = {}, options?: CallOptions): Promise<LogPage> {
    return this.http.get(path`/v1/runs/${runId}/logs`, filter, options);
  }
}
