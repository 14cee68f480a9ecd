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
import type { ResultSchema } from './result-schema';
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

  /**
   * Lists the published scripts of the caller's library.
   *
   * @param filter Filters and paging.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * const { items } = await drover.scripts.list({ name: 'greet' });
   */
  list(filter: ScriptFilter = {}, options?: CallOptions): ApiPromise<Page<Script>> {
    return this.http.request('scripts.list', { query: filter }, options);
  }

  /**
   * Iterates over all matching scripts, page by page.
   *
   * @param filter Filters. `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * for await (const { name, version } of drover.scripts.iterate()) console.log(name, version);
   */
  iterate(filter: ScriptFilter = {}, options?: CallOptions): AsyncGenerator<Script, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /**
   * Reads a published script.
   *
   * @param scriptId ID of the script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the script is not in the library.
   * @example
   * const { name, version } = await drover.scripts.get(scriptId);
   */
  get(scriptId: string, options?: CallOptions): ApiPromise<Script> {
    return this.http.request('scripts.get', { params: { scriptId } }, options);
  }

  /**
   * Runs a published script on devices. Does not wait for them.
   *
   * @param scriptId ID of the script.
   * @param request Devices, values and time limits.
   * @param options Signal, time limit and idempotency key of the call.
   * @throws {@link ApiError} 404 if the script or a device does not exist.
   * @throws {@link ApiError} 422 if a parameter is invalid.
   * @example
   * const { jobId } = await drover.scripts.run(scriptId, { devices, vars: { rounds: 3 } });
   */
  run(scriptId: string, request: RunRequest, options?: RunOptions): Promise<StartedJob> {
    return readStartedJob(
      this.http.send('scripts.run', { params: { scriptId }, body: request }, repeatable(options)),
    );
  }

  /**
   * Runs a published script, waits until it has ended on every device, and returns one run per device.
   *
   * @param scriptId ID of the script.
   * @param request Devices, values and time limits.
   * @param options Idempotency key; `signal` limits the whole wait, `timeoutMs` each request.
   * @throws {@link ApiError} 404 if the script or a device does not exist.
   * @throws {@link ApiError} 422 if a parameter is invalid.
   * @example
   * const runs = await drover.scripts.runAndWait(scriptId, { devices, timeout: 60 });
   * for (const { deviceName, state } of runs) console.log(deviceName, state);
   */
  async runAndWait(
    scriptId: string,
    request: RunRequest,
    options?: RunOptions & WaitOptions,
  ): Promise<Run[]> {
    const { jobId } = await this.run(scriptId, request, options);
    return this.jobs.wait(jobId, options);
  }

  /**
   * Stops a published script on devices.
   *
   * @param scriptId ID of the script.
   * @param targets The devices, at least one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the script or a device does not exist.
   * @example
   * await drover.scripts.stop(scriptId, { devices });
   */
  stop(scriptId: string, targets: Targets, options?: CallOptions): ApiPromise<void> {
    return this.http.request('scripts.stop', { params: { scriptId }, body: targets }, options);
  }

  /**
   * Removes a published script from the caller's library.
   *
   * @param scriptId ID of the script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the script is not in the library.
   * @example
   * await drover.scripts.remove(scriptId);
   */
  remove(scriptId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('scripts.remove', { params: { scriptId } }, options);
  }

  /**
   * Runs code once on devices. Does not wait for them.
   *
   * @param request Code, devices, values and time limits.
   * @param options Signal, time limit and idempotency key of the call.
   * @throws {@link ApiError} 404 if a device does not exist.
   * @throws {@link ApiError} 422 if a parameter is invalid.
   * @example
   * const { jobId } = await drover.scripts.execute({ code: "console.log('Hello')", devices });
   */
  execute(request: ExecuteRequest, options?: RunOptions): Promise<StartedJob> {
    return readStartedJob(this.http.send('scripts.execute', { body: request }, repeatable(options)));
  }

  /**
   * Runs code once, waits until it has ended on every device, and returns one run per device.
   *
   * @param request Code, devices, values and time limits.
   * @param options Idempotency key; `signal` limits the whole wait, `timeoutMs` each request.
   * @throws {@link ApiError} 404 if a device does not exist.
   * @throws {@link ApiError} 422 if a parameter is invalid.
   * @example
   * const runs = await drover.scripts.executeAndWait({ code: 'process.exit(3)', devices });
   * console.log(runs[0]?.exitCode);
   */
  async executeAndWait(request: ExecuteRequest, options?: RunOptions & WaitOptions): Promise<Run[]> {
    const { jobId } = await this.execute(request, options);
    return this.jobs.wait(jobId, options);
  }

  /**
   * Lists the versions of a published script, newest first.
   *
   * @param scriptId ID of the script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the script is not in the library.
   * @example
   * const { items } = await drover.scripts.listVersions(scriptId);
   * console.log(items[0]?.version);
   */
  listVersions(scriptId: string, options?: CallOptions): ApiPromise<Page<ScriptVersion>> {
    return this.http.request('scripts.listVersions', { params: { scriptId } }, options);
  }

  /**
   * Downloads the configuration of the latest version.
   *
   * @param scriptId ID of the script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the script is not in the library, or has no configuration.
   * @example
   * const config = await drover.scripts.getConfig(scriptId);
   * console.log(config.length);
   */
  getConfig(scriptId: string, options?: CallOptions): ApiPromise<Config> {
    return this.http.request('scripts.getConfig', { params: { scriptId } }, options);
  }

  /**
   * Downloads the schema of the results of the latest version.
   *
   * @param scriptId ID of the script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the script is not in the library, or has no schema.
   * @example
   * const { properties } = await drover.scripts.getSchema(scriptId);
   */
  getSchema(scriptId: string, options?: CallOptions): ApiPromise<ResultSchema> {
    return this.http.request('scripts.getSchema', { params: { scriptId } }, options);
  }

  /**
   * Reads saved configuration values.
   *
   * @param scriptId ID of the script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the script is not in the library.
   * @example
   * const { greeting } = await drover.scripts.getValues(scriptId);
   */
  getValues(scriptId: string, options?: CallOptions): ApiPromise<Values> {
    return this.http.request('scripts.getValues', { params: { scriptId } }, options);
  }

  /**
   * Replaces the saved configuration values.
   *
   * @param scriptId ID of the script.
   * @param values All values. Omitted ones are removed.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the script is not in the library.
   * @throws {@link ApiError} 422 if the values are too large.
   * @example
   * await drover.scripts.updateValues(scriptId, { greeting: 'Hello' });
   */
  updateValues(scriptId: string, values: Values, options?: CallOptions): ApiPromise<void> {
    return this.http.request('scripts.updateValues', { params: { scriptId }, body: values }, options);
  }
}
