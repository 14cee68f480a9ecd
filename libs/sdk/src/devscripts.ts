import type { Targets } from './devices';
import { toForm, type Config, type ScriptFile, type UploadFiles } from './devscript-files';
import { Jobs, startJob, type RunOptions, type RunRequest, type StartedJob } from './jobs';
import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { PricingPlan, SetPricing } from './publishing';
import type { CallOptions, Http } from './request';
import type { ReviewState } from './reviews';
import type { Run, WaitOptions } from './runs';
import type { Script, Values } from './scripts';

/** A development script. */
export interface Devscript {
  _id: string;
  name: string;
  /** What its listing says of it, once published. */
  description: string;
  reviewState: ReviewState;
  reviewNote: string | null;
  plan: PricingPlan;
  /** A month's price in the currency's minor units. */
  price: number | null;
  /** Code after ISO 4217. */
  currency: string | null;
  /** What it was published as. */
  script: Script | null;
  createdAt: string;
  updatedAt: string;
}

/** `name` finds parts, without regard to case. */
export interface DevscriptFilter extends Paging {
  name?: string;
}

/** A new development script. */
export interface CreateDevscript {
  /** At most 128 characters; without it the service gives a name. */
  name?: string;
  /** At most 2000 characters. */
  description?: string;
}

/** A key that is left out stays as it is. */
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
  list(filter: DevscriptFilter = {}, options?: CallOptions): Promise<Page<Devscript>> {
    return this.http.get('/v1/devscripts', filter, options);
  }

  /** Goes through all development scripts that match, page by page. */
  iterate(filter: DevscriptFilter = {}, options?: CallOptions): AsyncGenerator<Devscript, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }

  /** Reads a development script. */
  get(devscriptId: string, options?: CallOptions): Promise<Devscript> {
    return this.http.get(path`/v1/devscripts/${devscriptId}`, undefined, options);
  }

  /** Creates a development script. */
  create(devscript: CreateDevscript = {}, options?: CallOptions): Promise<Devscript> {
    return this.http.post('/v1/devscripts', devscript, options);
  }

  /** Renames or describes a development script. */
  update(devscriptId: string, changes: UpdateDevscript, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/devscripts/${devscriptId}`, changes, options);
  }

  /** Deletes a development script. */
  remove(devscriptId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/devscripts/${devscriptId}`, undefined, options);
  }

  /** Runs a development script on devices. Does not wait for them. */
  run(devscriptId: string, request: RunRequest, options?: RunOptions): Promise<StartedJob> {
    return startJob(this.http, { path: path`/v1/devscripts/${devscriptId}/run`, body: request }, options);
  }

  /** Runs a development script and waits until it has ended on every device; gives one run per device. */
  async runAndWait(
    devscriptId: string,
    request: RunRequest,
    options?: RunOptions & WaitOptions,
  ): Promise<Run[]> {
    const { jobId } = await this.run(devscriptId, request, options);
    return this.jobs.wait(jobId, options);
  }

  /** Stops a development script on devices. */
  stop(devscriptId: string, targets: Targets, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/devscripts/${devscriptId}/run`, targets, options);
  }

  /** Uploads the code, the configuration, or both. */
  async uploadFiles(devscriptId: string, files: UploadFiles, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/devscripts/${devscriptId}/files`, await toForm(files), options);
  }

  /** Lists what was uploaded. */
  listFiles(devscriptId: string, options?: CallOptions): Promise<Page<ScriptFile>> {
    return this.http.get(path`/v1/devscripts/${devscriptId}/files`, undefined, options);
  }

  /** Downloads the code. */
  getCode(devscriptId: string, options?: CallOptions): Promise<string> {
    return this.http.getText(path`/v1/devscripts/${devscriptId}/files/code`, undefined, options);
  }

  /** Downloads the configuration. */
  getConfig(devscriptId: string, options?: CallOptions): Promise<Config> {
    return this.http.get(path`/v1/devscripts/${devscriptId}/files/config`, undefined, options);
  }

  /** Downloads the configuration as the text that was uploaded. */
  getConfigText(devscriptId: string, options?: CallOptions): Promise<string> {
    return this.http.getText(path`/v1/devscripts/${devscriptId}/files/config`, undefined, options);
  }

  /** Reads saved configuration values. */
  getValues(devscriptId: string, options?: CallOptions): Promise<Values> {
    return this.http.get(path`/v1/devscripts/${devscriptId}/values`, undefined, options);
  }

  /** Saves configuration values, in place of those saved before. */
  updateValues(devscriptId: string, values: Values, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/devscripts/${devscriptId}/values`, values, options);
  }

  /** Submits for review. */
  submitReview(devscriptId: string, options?: CallOptions): Promise<Devscript> {
    return this.http.post(path`/v1/devscripts/${devscriptId}/review`, undefined, options);
  }

  /** Withdraws from review. */
  withdrawReview(devscriptId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/devscripts/${devscriptId}/review`, undefined, options);
  }

  /** Sets the pricing plan. */
  setPricing(devscriptId: string, pricing: SetPricing, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/devscripts/${devscriptId}/pricing`, pricing, options);
  }

  /** Publishes a script that has passed review, or its next version. */
  publish(devscriptId: string, options?: CallOptions): Promise<Script> {
    return this.http.post(path`/v1/devscripts/${devscriptId}/publish`, undefined, options);
  }

  /** Takes the listing down; who has the script keeps running it. */
  unpublish(devscriptId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/devscripts/${devscriptId}/publish`, undefined, options);
  }
}
