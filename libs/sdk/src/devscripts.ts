import type { ApiPromise } from './api-promise';
import type { Targets } from './devices';
import { toForm, type Config, type ScriptFile, type UploadFiles } from './devscript-files';
import { Jobs, repeatable, readStartedJob, type RunOptions, type RunRequest, type StartedJob } from './jobs';
import { eachItem, type Page, type Paging } from './paging';
import type { PricingPlan, SetPricing } from './publishing';
import type { CallOptions } from './call-options';
import type { Http } from './request';
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

  /** Lists development scripts, newest first. */
  list(filter: DevscriptFilter = {}, options?: CallOptions): ApiPromise<Page<Devscript>> {
    return this.http.request('devscripts.list', { query: filter }, options);
  }

  /** Iterates over all matching development scripts, page by page. */
  iterate(filter: DevscriptFilter = {}, options?: CallOptions): AsyncGenerator<Devscript, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /** Reads a development script. */
  get(devscriptId: string, options?: CallOptions): ApiPromise<Devscript> {
    return this.http.request('devscripts.get', { params: { devscriptId } }, options);
  }

  /** Creates a development script. */
  create(devscript: CreateDevscript = {}, options?: CallOptions): ApiPromise<Devscript> {
    return this.http.request('devscripts.create', { body: devscript }, options);
  }

  /** Renames or describes a development script. */
  update(devscriptId: string, changes: UpdateDevscript, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.update', { params: { devscriptId }, body: changes }, options);
  }

  /** Deletes a development script. */
  remove(devscriptId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.remove', { params: { devscriptId } }, options);
  }

  /** Runs a development script on devices. Does not wait for them. */
  run(devscriptId: string, request: RunRequest, options?: RunOptions): Promise<StartedJob> {
    return readStartedJob(
      this.http.send('devscripts.run', { params: { devscriptId }, body: request }, repeatable(options)),
    );
  }

  /** Runs a development script, waits until it has ended on every device, and returns one run per device. */
  async runAndWait(
    devscriptId: string,
    request: RunRequest,
    options?: RunOptions & WaitOptions,
  ): Promise<Run[]> {
    const { jobId } = await this.run(devscriptId, request, options);
    return this.jobs.wait(jobId, options);
  }

  /** Stops a development script on devices. */
  stop(devscriptId: string, targets: Targets, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.stop', { params: { devscriptId }, body: targets }, options);
  }

  /** Uploads the code, the configuration, or both. */
  async uploadFiles(devscriptId: string, files: UploadFiles, options?: CallOptions): Promise<void> {
    return this.http.request(
      'devscripts.uploadFiles',
      { params: { devscriptId }, body: await toForm(files) },
      options,
    );
  }

  /** Lists the uploaded files. */
  listFiles(devscriptId: string, options?: CallOptions): ApiPromise<Page<ScriptFile>> {
    return this.http.request('devscripts.listFiles', { params: { devscriptId } }, options);
  }

  /** Downloads the code. */
  getCode(devscriptId: string, options?: CallOptions): ApiPromise<string> {
    return this.http.requestText('devscripts.getCode', { params: { devscriptId } }, options);
  }

  /** Downloads the configuration. */
  getConfig(devscriptId: string, options?: CallOptions): ApiPromise<Config> {
    return this.http.request('devscripts.getConfig', { params: { devscriptId } }, options);
  }

  /** Downloads the configuration as the uploaded text. */
  getConfigText(devscriptId: string, options?: CallOptions): ApiPromise<string> {
    return this.http.requestText('devscripts.getConfig', { params: { devscriptId } }, options);
  }

  /** Reads saved configuration values. */
  getValues(devscriptId: string, options?: CallOptions): ApiPromise<Values> {
    return this.http.request('devscripts.getValues', { params: { devscriptId } }, options);
  }

  /** Replaces the saved configuration values. */
  updateValues(devscriptId: string, values: Values, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.updateValues', { params: { devscriptId }, body: values }, options);
  }

  /** Submits for review. */
  submitReview(devscriptId: string, options?: CallOptions): ApiPromise<Devscript> {
    return this.http.request('devscripts.submitReview', { params: { devscriptId } }, options);
  }

  /** Withdraws from review. */
  withdrawReview(devscriptId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.withdrawReview', { params: { devscriptId } }, options);
  }

  /** Sets the pricing plan. */
  setPricing(devscriptId: string, pricing: SetPricing, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.setPricing', { params: { devscriptId }, body: pricing }, options);
  }

  /** Publishes an approved script, or its next version. */
  publish(devscriptId: string, options?: CallOptions): ApiPromise<Script> {
    return this.http.request('devscripts.publish', { params: { devscriptId } }, options);
  }

  /** Removes the listing. Accounts that have the script in their library can still run it. */
  unpublish(devscriptId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('devscripts.unpublish', { params: { devscriptId } }, options);
  }
}
