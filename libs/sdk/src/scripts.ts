import type { ApiPromise } from './api-promise';
import type { Targets } from './devices';
import type { Config } from './devscript-files';
import {
  Jobs,
  repeatable,
  readStartedJob,
  type ExecuteRequest,
  type RunOptions,
  type RunRequest,
  type StartedJob,
} from './jobs';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';
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
  /** Whether it has a public listing. */
  isListed: boolean;
}

/** A version of a published script. Versions never change. */
export interface ScriptVersion {
  /** `major.minor.patch` */
  version: string;
  /** In bytes. */
  codeSize: number;
  /** In bytes. `null` if there is no configuration. */
  configSize: number | null;
  createdAt: string;
}

/** Filters combine with AND and ignore case. `slug` matches as a whole, `name` matches any part of the name. */
export interface ScriptFilter extends Paging {
  slug?: string;
  name?: string;
}

/** Saved configuration values. The `vars` of a run override them. */
export type Values = Record<string, unknown>;

/** Published scripts of the caller's library. */
export class Scripts {
  private readonly jobs: Jobs;

  constructor(private readonly http: Http) {
    this.jobs = new Jobs(http);
  }

  /** Lists the published scripts of the caller's library. */
  list(filter: ScriptFilter = {}, options?: CallOptions): ApiPromise<Page<Script>> {
    return this.http.request('scripts.list', { query: filter }, options);
  }

  /** Iterates over all matching scripts, page by page. */
  iterate(filter: ScriptFilter = {}, options?: CallOptions): AsyncGenerator<Script, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /** Reads a published script. */
  get(scriptId: string, options?: CallOptions): ApiPromise<Script> {
    return this.http.request('scripts.get', { params: { scriptId } }, options);
  }

  /** Runs a published script on devices. Does not wait for them. */
  run(scriptId: string, request: RunRequest, options?: RunOptions): Promise<StartedJob> {
    return readStartedJob(
      this.http.send('scripts.run', { params: { scriptId }, body: request }, repeatable(options)),
    );
  }

  /** Runs a published script, waits until it has ended on every device, and returns one run per device. */
  async runAndWait(
    scriptId: string,
    request: RunRequest,
    options?: RunOptions & WaitOptions,
  ): Promise<Run[]> {
    const { jobId } = await this.run(scriptId, request, options);
    return this.jobs.wait(jobId, options);
  }

  /** Stops a published script on devices. */
  stop(scriptId: string, targets: Targets, options?: CallOptions): ApiPromise<void> {
    return this.http.request('scripts.stop', { params: { scriptId }, body: targets }, options);
  }

  /** Removes a published script from the caller's library. */
  remove(scriptId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('scripts.remove', { params: { scriptId } }, options);
  }

  /** Runs code once on devices. Does not wait for them. */
  execute(request: ExecuteRequest, options?: RunOptions): Promise<StartedJob> {
    return readStartedJob(this.http.send('scripts.execute', { body: request }, repeatable(options)));
  }

  /** Runs code once, waits until it has ended on every device, and returns one run per device. */
  async executeAndWait(request: ExecuteRequest, options?: RunOptions & WaitOptions): Promise<Run[]> {
    const { jobId } = await this.execute(request, options);
    return this.jobs.wait(jobId, options);
  }

  /** Lists the versions of a published script, newest first. */
  listVersions(scriptId: string, options?: CallOptions): ApiPromise<Page<ScriptVersion>> {
    return this.http.request('scripts.listVersions', { params: { scriptId } }, options);
  }

  /** Downloads the configuration of the latest version. */
  getConfig(scriptId: string, options?: CallOptions): ApiPromise<Config> {
    return this.http.request('scripts.getConfig', { params: { scriptId } }, options);
  }

  /** Reads saved configuration values. */
  getValues(scriptId: string, options?: CallOptions): ApiPromise<Values> {
    return this.http.request('scripts.getValues', { params: { scriptId } }, options);
  }

  /** Replaces the saved configuration values. */
  updateValues(scriptId: string, values: Values, options?: CallOptions): ApiPromise<void> {
    return this.http.request('scripts.updateValues', { params: { scriptId }, body: values }, options);
  }
}
