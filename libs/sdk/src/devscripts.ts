import type { ApiPromise } from './api-promise';
import type { Targets } from './devices';
import {
  toForm,
  type Config,
  type Project,
  type ScriptFile,
  type UploadFiles,
  type UploadProject,
} from './devscript-files';
import { Jobs, repeatable, readStartedJob, type RunOptions, type RunRequest, type StartedJob } from './jobs';
import { eachItem, type Page, type Paging } from './paging';
import type { PricingPlan, SetPricing } from './publishing';
import type { CallOptions } from './call-options';
import type { Http } from './request';
import type { ResultSchema } from './result-schema';
import type { ReviewState } from './reviews';
import type { Run, WaitOptions } from './runs';
import type { Script, Values } from './scripts';

/** A development script. */
export interface Devscript {
  _id: string;
  name: string;
  /** Description that the listing shows. */
  description: string;
  reviewState: ReviewState;
  reviewNote: string | null;
  plan: PricingPlan;
  /** Monthly price in the currency's minor units. */
  price: number | null;
  /** ISO 4217 code. */
  currency: string | null;
  /** The published script. */
  script: Script | null;
  /** The branch of its Git repository that saves are pushed to. Null: they are not pushed. */
  pushRef: string | null;
  createdAt: string;
  updatedAt: string;
}

/** `name` matches any part of the name and ignores case. */
export interface DevscriptFilter extends Paging {
  name?: string;
}

/** A new development script. */
export interface CreateDevscript {
  /** At most 128 characters. Default: a generated name. */
  name?: string;
  /** At most 2000 characters. */
  description?: string;
}

/** Omitted fields stay unchanged. */
export interface UpdateDevscript {
  name?: string;
  description?: string;
}

/** Development scripts: files, values, runs, review and publishing. */
export class Devscripts {
  private readonly jobs: Jobs;

  constructor(private readonly http: Http) {
    this.jobs = new Jobs(http);
  }

  /**
   * Lists development scripts, newest first.
   *
   * @param filter Filters and paging.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * const { items } = await drover.devscripts.list({ name: 'greet' });
   */
  list(filter: DevscriptFilter = {}, options?: CallOptions): ApiPromise<Page<Devscript>> {
    return this.http.request('devscripts.list', { query: filter }, options);
  }

  /**
   * Iterates over all matching development scripts, page by page.
   *
   * @param filter Filters. `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * for await (const { name, reviewState } of drover.devscripts.iterate()) console.log(name, reviewState);
   */
  iterate(filter: DevscriptFilter = {}, options?: CallOptions): AsyncGenerator<Devscript, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /**
   * Reads a development script.
   *
   * @param devscriptId ID of the development script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @example
   * const { name, script } = await drover.devscripts.get(devscriptId);
   * console.log(name, script?.version);
   */
  get(devscriptId: string, options?: CallOptions): ApiPromise<Devscript> {
    return this.http.request('devscripts.get', { params: { devscriptId } }, options);
  }

  /**
   * Creates a development script.
   *
   * @param devscript Name and description. Default: a generated name.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if a field is invalid.
   * @example
   * const { _id } = await drover.devscripts.create({ name: 'Greeting' });
   */
  create(devscript: CreateDevscript = {}, options?: CallOptions): ApiPromise<Devscript> {
    return this.http.request('devscripts.create', { body: devscript }, options);
  }

  /**
   * Renames or describes a development script.
   *
   * @param devscriptId ID of the development script.
   * @param changes Fields to change. Omitted ones stay unchanged.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @throws {@link ApiError} 422 if a field is invalid.
   * @example
   * await drover.devscripts.update(devscriptId, { description: 'Says hello.' });
   */
  update(devscriptId: string, changes: UpdateDevscript, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.update', { params: { devscriptId }, body: changes }, options);
  }

  /**
   * Deletes a development script.
   *
   * @param devscriptId ID of the development script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @example
   * await drover.devscripts.remove(devscriptId);
   */
  remove(devscriptId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.remove', { params: { devscriptId } }, options);
  }

  /**
   * Runs a development script on devices. Does not wait for them.
   *
   * @param devscriptId ID of the development script.
   * @param request Devices, values and time limits.
   * @param options Signal, time limit and idempotency key of the call.
   * @throws {@link ApiError} 404 if the development script or a device does not exist.
   * @throws {@link ApiError} 409 if it has no code yet.
   * @throws {@link ApiError} 422 if a parameter is invalid.
   * @example
   * const { jobId } = await drover.devscripts.run(devscriptId, { devices, vars: { rounds: 3 } });
   */
  run(devscriptId: string, request: RunRequest, options?: RunOptions): Promise<StartedJob> {
    return readStartedJob(
      this.http.send('devscripts.run', { params: { devscriptId }, body: request }, repeatable(options)),
    );
  }

  /**
   * Runs a development script, waits until it has ended on every device, and returns one run per device.
   *
   * @param devscriptId ID of the development script.
   * @param request Devices, values and time limits.
   * @param options Idempotency key; `signal` limits the whole wait, `timeoutMs` each request.
   * @throws {@link ApiError} 404 if the development script or a device does not exist.
   * @throws {@link ApiError} 409 if it has no code yet.
   * @throws {@link ApiError} 422 if a parameter is invalid.
   * @example
   * const runs = await drover.devscripts.runAndWait(devscriptId, { devices, timeout: 60 });
   * for (const { deviceName, state } of runs) console.log(deviceName, state);
   */
  async runAndWait(
    devscriptId: string,
    request: RunRequest,
    options?: RunOptions & WaitOptions,
  ): Promise<Run[]> {
    const { jobId } = await this.run(devscriptId, request, options);
    return this.jobs.wait(jobId, options);
  }

  /**
   * Stops a development script on devices.
   *
   * @param devscriptId ID of the development script.
   * @param targets The devices, at least one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script or a device does not exist.
   * @example
   * await drover.devscripts.stop(devscriptId, { devices });
   */
  stop(devscriptId: string, targets: Targets, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.stop', { params: { devscriptId }, body: targets }, options);
  }

  /**
   * Uploads the code, the configuration and the schema of the results, or some of them.
   *
   * @param devscriptId ID of the development script.
   * @param files The files. Omitted ones stay unchanged.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @throws {@link ApiError} 413 if a file has more than 3 MB.
   * @throws {@link ApiError} 422 if the configuration is not an array of items, or the schema has an unsupported keyword.
   * @example
   * await drover.devscripts.uploadFiles(devscriptId, {
   *   code: 'console.log(hamibot.env.greeting)',
   *   config: [{ name: 'greeting', label: 'What to say', default: 'Hello' }],
   * });
   */
  async uploadFiles(devscriptId: string, files: UploadFiles, options?: CallOptions): Promise<void> {
    return this.http.request(
      'devscripts.uploadFiles',
      { params: { devscriptId }, body: await toForm(files) },
      options,
    );
  }

  /**
   * Uploads the source files of a project with the code that was built from them. Positions of errors are then shown in
   * the source files. `drover push` builds and uploads a project.
   *
   * @param devscriptId ID of the development script.
   * @param project The source files and the code.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @throws {@link ApiError} 422 if a file is too large, a path is not allowed, or the configuration is invalid.
   * @example
   * await drover.devscripts.uploadProject(devscriptId, {
   *   files: [{ path: 'main.ts', text: 'const greeting: string = "Hello";\nconsole.log(greeting);' }],
   *   code: 'const greeting = "Hello";\nconsole.log(greeting);',
   * });
   */
  uploadProject(devscriptId: string, project: UploadProject, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.uploadProject', { params: { devscriptId }, body: project }, options);
  }

  /**
   * Reads the source files that the code was built from.
   *
   * @param devscriptId ID of the development script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist, or its code was not built from a project.
   * @example
   * const { files } = await drover.devscripts.getProject(devscriptId);
   */
  getProject(devscriptId: string, options?: CallOptions): ApiPromise<Project> {
    return this.http.request('devscripts.getProject', { params: { devscriptId } }, options);
  }

  /**
   * Lists the uploaded files.
   *
   * @param devscriptId ID of the development script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @example
   * const { items } = await drover.devscripts.listFiles(devscriptId);
   * for (const { kind, size } of items) console.log(kind, size);
   */
  listFiles(devscriptId: string, options?: CallOptions): ApiPromise<Page<ScriptFile>> {
    return this.http.request('devscripts.listFiles', { params: { devscriptId } }, options);
  }

  /**
   * Downloads the code.
   *
   * @param devscriptId ID of the development script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist, or has no code.
   * @example
   * const code = await drover.devscripts.getCode(devscriptId);
   */
  getCode(devscriptId: string, options?: CallOptions): ApiPromise<string> {
    return this.http.requestText('devscripts.getCode', { params: { devscriptId } }, options);
  }

  /**
   * Downloads the configuration.
   *
   * @param devscriptId ID of the development script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist, or has no configuration.
   * @example
   * const config = await drover.devscripts.getConfig(devscriptId);
   * console.log(config.length);
   */
  getConfig(devscriptId: string, options?: CallOptions): ApiPromise<Config> {
    return this.http.request('devscripts.getConfig', { params: { devscriptId } }, options);
  }

  /**
   * Downloads the configuration as the uploaded text.
   *
   * @param devscriptId ID of the development script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist, or has no configuration.
   * @example
   * const text = await drover.devscripts.getConfigText(devscriptId);
   */
  getConfigText(devscriptId: string, options?: CallOptions): ApiPromise<string> {
    return this.http.requestText('devscripts.getConfig', { params: { devscriptId } }, options);
  }

  /**
   * Downloads the schema of the results.
   *
   * @param devscriptId ID of the development script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist, or has no schema.
   * @example
   * const { properties } = await drover.devscripts.getSchema(devscriptId);
   */
  getSchema(devscriptId: string, options?: CallOptions): ApiPromise<ResultSchema> {
    return this.http.request('devscripts.getSchema', { params: { devscriptId } }, options);
  }

  /**
   * Downloads the schema of the results as it was uploaded.
   *
   * @param devscriptId ID of the development script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist, or has no schema.
   * @example
   * const text = await drover.devscripts.getSchemaText(devscriptId);
   */
  getSchemaText(devscriptId: string, options?: CallOptions): ApiPromise<string> {
    return this.http.requestText('devscripts.getSchema', { params: { devscriptId } }, options);
  }

  /**
   * Reads saved configuration values.
   *
   * @param devscriptId ID of the development script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @example
   * const { greeting } = await drover.devscripts.getValues(devscriptId);
   */
  getValues(devscriptId: string, options?: CallOptions): ApiPromise<Values> {
    return this.http.request('devscripts.getValues', { params: { devscriptId } }, options);
  }

  /**
   * Replaces the saved configuration values.
   *
   * @param devscriptId ID of the development script.
   * @param values All values. Omitted ones are removed.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @throws {@link ApiError} 422 if the values are too large.
   * @example
   * await drover.devscripts.updateValues(devscriptId, { greeting: 'Hello', password: { $secret: 'SHOP' } });
   */
  updateValues(devscriptId: string, values: Values, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.updateValues', { params: { devscriptId }, body: values }, options);
  }

  /**
   * Submits for review.
   *
   * @param devscriptId ID of the development script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @throws {@link ApiError} 409 if it has no code, or is in review or approved already.
   * @example
   * const { reviewState } = await drover.devscripts.submitReview(devscriptId);
   */
  submitReview(devscriptId: string, options?: CallOptions): ApiPromise<Devscript> {
    return this.http.request('devscripts.submitReview', { params: { devscriptId } }, options);
  }

  /**
   * Withdraws from review.
   *
   * @param devscriptId ID of the development script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @throws {@link ApiError} 409 if its review has ended.
   * @example
   * await drover.devscripts.withdrawReview(devscriptId);
   */
  withdrawReview(devscriptId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.withdrawReview', { params: { devscriptId } }, options);
  }

  /**
   * Sets the pricing plan.
   *
   * @param devscriptId ID of the development script.
   * @param pricing Plan, price and currency.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @throws {@link ApiError} 422 if the price or the currency is invalid.
   * @example
   * await drover.devscripts.setPricing(devscriptId, { plan: 'monthly', price: 499, currency: 'EUR' });
   */
  setPricing(devscriptId: string, pricing: SetPricing, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.setPricing', { params: { devscriptId }, body: pricing }, options);
  }

  /**
   * Publishes an approved script, or its next version.
   *
   * @param devscriptId ID of the development script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @throws {@link ApiError} 409 if it is not approved.
   * @example
   * const { slug, version } = await drover.devscripts.publish(devscriptId);
   */
  publish(devscriptId: string, options?: CallOptions): ApiPromise<Script> {
    return this.http.request('devscripts.publish', { params: { devscriptId } }, options);
  }

  /**
   * Removes the listing. Accounts that have the script in their library can still run it.
   *
   * @param devscriptId ID of the development script.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @throws {@link ApiError} 409 if it has not been published.
   * @example
   * await drover.devscripts.unpublish(devscriptId);
   */
  unpublish(devscriptId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.unpublish', { params: { devscriptId } }, options);
  }
}
