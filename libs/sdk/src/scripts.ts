import type { Targets } from './devices';
import type { Config } from './devscript-files';
import {
  Jobs,
  startJob,
  type ExecuteRequest,
  type RunOptions,
  type RunRequest,
  type StartedJob,
} from './jobs';
import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { CallOptions, Http } from './request';
import type { Run, WaitOptions } from './runs';

/** A published script in the caller's library. */
export interface Script {
  _id: string;
  /** Short public identifier. */
  slug: string;
  name: string;
  /** `major.minor.patch` */
  version: string;
  /** Whether the caller published it. */
  isOwn: boolean;
  /** Whether its listing page is up. */
  isListed: boolean;
}

/** One version of a published script; it never changes. */
export interface ScriptVersion {
  /** `major.minor.patch` */
  version: string;
  /** In bytes. */
  codeSize: number;
  /** In bytes; `null` where there is no configuration. */
  configSize: number | null;
  createdAt: string;
}

/** Filters combine with AND; `slug` compares whole, `name` finds parts, both without regard to case. */
export interface ScriptFilter extends Paging {
  slug?: string;
  name?: string;
}

/** Saved configuration values; `vars` of a run go over them. */
export type Values = Record<string, unknown>;

/** Published scripts of the caller's library. */
export class Scripts {
  private readonly jobs: Jobs;

  constructor(private readonly http: Http) {
    this.jobs = new Jobs(http);
  }

  /** Lists the published scripts of the caller's library. */
  list(filter: ScriptFilter = {}, options?: CallOptions): Promise<Page<Script>> {
    return this.http.get('/v1/scripts', filter, options);
  }

  /** Goes through all scripts that match, page by page. */
  iterate(filter: ScriptFilter = {}, options?: CallOptions): AsyncGenerator<Script, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /** Reads a published script. */
  get(scriptId: string, options?: CallOptions): Promise<Script> {
    return this.http.get(path`/v1/scripts/${scriptId}`, undefined, options);
  }

  /** Runs a published script on devices. Does not wait for them. */
  run(scriptId: string, request: RunRequest, options?: RunOptions): Promise<StartedJob> {
    return startJob(this.http, { path: path`/v1/scripts/${scriptId}/run`, body: request }, options);
  }

  /** Runs a published script and waits until it has ended on every device; gives one run per device. */
  async runAndWait(
    scriptId: string,
    request: RunRequest,
    options?: RunOptions & WaitOptions,
  ): Promise<Run[]> {
    const { jobId } = await this.run(scriptId, request, options);
    return this.jobs.wait(jobId, options);
  }

  /** Stops a published script on devices. */
  stop(scriptId: string, targets: Targets, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/scripts/${scriptId}/run`, targets, options);
  }

  /** Removes a published script from the caller's library. */
  remove(scriptId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/scripts/${scriptId}`, undefined, options);
  }

  /** Runs a piece of code once on devices. Does not wait for them. */
  execute(request: ExecuteRequest, options?: RunOptions): Promise<StartedJob> {
    return startJob(this.http, { path: '/v1/scripts/execute', body: request }, options);
  }

  /** Runs a piece of code once and waits until it has ended on every device; gives one run per device. */
  async executeAndWait(request: ExecuteRequest, options?: RunOptions & WaitOptions): Promise<Run[]> {
    const { jobId } = await this.execute(request, options);
    return this.jobs.wait(jobId, options);
  }

  /** Lists the versions of a published script, newest first. */
  listVersions(scriptId: string, options?: CallOptions): Promise<Page<ScriptVersion>> {
    return this.http.get(path`/v1/scripts/${scriptId}/versions`, undefined, options);
  }

  /** Downloads the configuration of the newest version. */
  getConfig(scriptId: string, options?: CallOptions): Promise<Config> {
    return this.http.get(path`/v1/scripts/${scriptId}/files/config`, undefined, options);
  }

  /** Reads saved configuration values. */
  getValues(scriptId: string, options?: CallOptions): Promise<Values> {
    return this.http.get(path`/v1/scripts/${scriptId}/values`, undefined, options);
  }

  /** Saves configuration values, in place of those saved before. */
  updateValues(scriptId: string, values: Values, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/scripts/${scriptId}/values`, values, options);
  }
}
