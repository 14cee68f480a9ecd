import type { DeviceChoice, Targets } from './devices';
import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { CallOptions, Http } from './request';
import { defaultPollIntervalMs, hasEnded, Runs, type Run, type RunState, type WaitOptions } from './runs';
import type { RerunJob, Retry, RetryRequest, Rollout, RolloutRequest, UpdateRollout } from './rollouts';
import { delay } from './time-limit';

/** What a job runs. */
export type JobKind = 'script' | 'devscript' | 'execute';

/** One accepted run request. */
export interface Job {
  _id: string;
  kind: JobKind;
  scriptId: string | null;
  name: string;
  version: string | null;
  vars: Record<string, unknown>;
  /** Seconds that one run may take. */
  timeout: number | null;
  createdAt: string;
  /** Runs by state; every state is there. Of a device's attempts the last counts. */
  counts: Record<RunState, number>;
  rollout: Rollout | null;
  retry: Retry | null;
  /** The job that this one runs again. */
  rerunOf: string | null;
}

/** Filters combine with AND. */
export interface JobFilter extends Paging {
  scriptId?: string;
  kind?: JobKind;
}

/** How something is to be run. */
interface HowToRun {
  /** Configuration values for this run; they go over the saved ones. */
  vars?: Record<string, unknown>;
  /** Seconds until each device must have it. */
  deliverWithin?: number;
  /** Seconds until each run must have ended. */
  timeout?: number;
}

/** What to run on which devices. */
export interface RunRequest extends Targets, HowToRun {}

/** What to run, whatever it is, on which devices, however they are chosen. */
export interface CreateJob extends DeviceChoice, HowToRun {
  /** A script of the library, or a devscript; `code` in its place. */
  scriptId?: string;
  /** Code to run once; at most 1,048,576 characters. */
  code?: string;
  /** Brings it to the devices bit by bit. */
  rollout?: RolloutRequest;
  /** Tries again where it fails. */
  retry?: RetryRequest;
}

/** A piece of code to run once. */
export interface ExecuteRequest extends RunRequest {
  /** At most 1,048,576 characters. */
  code: string;
}

/** A request that was accepted: nothing of it is lost from here on. */
export interface StartedJob {
  jobId: string;
}

/** What the run and execute calls take besides their input. */
export interface RunOptions extends CallOptions {
  /** A request that is repeated with the same key runs once. Made by the client unless given. */
  idempotencyKey?: string;
}

/** What was asked for. */
export class Jobs {
  private readonly runs: Runs;

  constructor(private readonly http: Http) {
    this.runs = new Runs(http);
  }

  /** Lists jobs, newest first. */
  list(filter: JobFilter = {}, options?: CallOptions): Promise<Page<Job>> {
    return this.http.get('/v1/jobs', filter, options);
  }

  /** Goes through all jobs that match, page by page. */
  iterate(filter: JobFilter = {}, options?: CallOptions): AsyncGenerator<Job, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /** Runs a script, a devscript or code on devices, named one by one or chosen by a selector. */
  create(request: CreateJob, options: RunOptions = {}): Promise<Job> {
    return this.http.post('/v1/jobs', request, repeatable(options));
  }

  /** Reads a job, with its runs counted by state. */
  get(jobId: string, options?: CallOptions): Promise<Job> {
    return this.http.get(path`/v1/jobs/${jobId}`, undefined, options);
  }

  /** Cancels and stops all runs of a job. */
  remove(jobId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/jobs/${jobId}`, undefined, options);
  }

  /** Pauses the roll-out of a job, lets it go on, or aborts it. */
  updateRollout(jobId: string, change: UpdateRollout, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/jobs/${jobId}/rollout`, change, options);
  }

  /** Runs a job again where it failed, where no device had it in time, or everywhere, as a new job. */
  rerun(jobId: string, request: RerunJob, options: RunOptions = {}): Promise<Job> {
    return this.http.post(path`/v1/jobs/${jobId}/rerun`, request, repeatable(options));
  }

  /** Waits until every run of a job has ended; gives one run per device, its last attempt. */
  async wait(jobId: string, options: WaitOptions = {}): Promise<Run[]> {
    while (isUnderWay(await this.get(jobId, options))) {
      await delay(options.pollIntervalMs ?? defaultPollIntervalMs, options.signal);
    }
    const runs: Run[] = [];
    for await (const run of this.runs.iterate({ jobId }, options)) if (!run.isRetried) runs.push(run);
    return runs;
  }
}

function isUnderWay({ counts }: Job): boolean {
  return Object.entries(counts).some(([state, count]) => count > 0 && !hasEnded(state as RunState));
}

/** Sends a run request of a script, a devscript or code to execute. */
export async function startJob(
  http: Http,
  request: { path: string; body: RunRequest },
  options: RunOptions = {},
): Promise<StartedJob> {
  const answer = await http.send({ method: 'POST', ...request, ...repeatable(options) });
  const jobId = /[^/]+$/.exec(answer.headers.get('location') ?? '')?.[0];
  if (!jobId) throw new Error('The answer does not name the job: its Location header is missing.');
  return { jobId };
}

/** A request that may be repeated: the service knows a repetition by its key. */
export function repeatable({ idempotencyKey = randomKey(), ...options }: RunOptions) {
  return { ...options, headers: { 'idempotency-key': idempotencyKey }, isRepeatable: true };
}

/** Not `randomUUID`, which browsers keep from pages without TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
