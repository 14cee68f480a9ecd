import type { ApiPromise } from './api-promise';
import { repeatable, type CreateJob, type Job, type RunOptions } from './jobs';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** A saved run request. Deleted devices are removed from it. */
export interface Preset extends CreateJob {
  _id: string;
  name: string;
  /** Current name of the script. `null` for code or a deleted script. */
  scriptName: string | null;
  createdAt: string;
}

/** A request of `jobs.create` with a name. */
export interface CreatePreset extends CreateJob {
  /** At most 64 characters, unique in the account. */
  name: string;
}

/** Replaces the whole preset: omitted fields are removed. A changed `Preset` is accepted. */
export type UpdatePreset = CreatePreset;

/** Saved run requests. */
export class Presets {
  constructor(private readonly http: Http) {}

  /** Lists presets, newest first. */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<Preset>> {
    return this.http.request('presets.list', { query: paging }, options);
  }

  /** Iterates over all presets, page by page. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Preset, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Saves a run request. Throws 409 if the name is taken. */
  create(preset: CreatePreset, options?: CallOptions): ApiPromise<Preset> {
    return this.http.request('presets.create', { body: preset }, options);
  }

  /** Reads a preset. */
  get(presetId: string, options?: CallOptions): ApiPromise<Preset> {
    return this.http.request('presets.get', { params: { presetId } }, options);
  }

  /** Replaces a preset. */
  update(presetId: string, preset: UpdatePreset, options?: CallOptions): ApiPromise<void> {
    return this.http.request('presets.update', { params: { presetId }, body: preset }, options);
  }

  /** Deletes a preset. */
  remove(presetId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('presets.remove', { params: { presetId } }, options);
  }

  /** Runs a preset, with the current version of its script, on the devices that match its selector now. */
  run(presetId: string, options: RunOptions = {}): ApiPromise<Job> {
    return this.http.request('presets.run', { params: { presetId } }, repeatable(options));
  }
}
