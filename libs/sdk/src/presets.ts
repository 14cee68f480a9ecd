import type { ApiPromise } from './api-promise';
import { repeatable, type CreateJob, type Job, type RunOptions } from './jobs';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** A preset in a list, without its code and values. */
export interface PresetSummary extends Omit<CreateJob, 'code' | 'vars'> {
  _id: string;
  name: string;
  /** Current name of the script. `null` for code or a deleted script. */
  scriptName: string | null;
  createdAt: string;
}

/** A saved run request. Deleted devices are removed from it. */
export interface Preset extends PresetSummary, Pick<CreateJob, 'code' | 'vars'> {}

/** A request of `jobs.create` with a name. */
export interface CreatePreset extends CreateJob {
  /** At most 64 characters, unique in the account. */
  name: string;
}

/** Filter and paging of a list of presets. */
export interface PresetFilter extends Paging {
  /** A part of the name, in any case. */
  name?: string;
}

/** Replaces the whole preset: omitted fields are removed. A changed `Preset` is accepted. */
export type UpdatePreset = CreatePreset;

/** Saved run requests. */
export class Presets {
  constructor(private readonly http: Http) {}

  /**
   * Lists presets, newest first.
   *
   * @param filter A part of the name, size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.presets.list({ name: 'nightly' });
   */
  list(filter: PresetFilter = {}, options?: CallOptions): ApiPromise<Page<PresetSummary>> {
    return this.http.request('presets.list', { query: filter }, options);
  }

  /**
   * Iterates over all presets, page by page.
   *
   * @param filter `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { name, scriptName } of drover.presets.iterate()) console.log(name, scriptName);
   */
  iterate(filter: PresetFilter = {}, options?: CallOptions): AsyncGenerator<PresetSummary, void, undefined> {
    return eachItem((page) => this.list({ ...filter, ...page }, options), filter);
  }

  /**
   * Saves a run request.
   *
   * @param preset A name, and what to run, where and how.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the script, a device or a device group does not exist.
   * @throws {@link ApiError} 409 if the name is taken, or the account has 200 presets.
   * @throws {@link ApiError} 422 if a field is invalid.
   * @example
   * const preset = await drover.presets.create({ name: 'Nightly', scriptId, selector: { tag: 'office' } });
   */
  create(preset: CreatePreset, options?: CallOptions): ApiPromise<Preset> {
    return this.http.request('presets.create', { body: preset }, options);
  }

  /**
   * Reads a preset.
   *
   * @param presetId ID of the preset.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the preset does not exist.
   * @example
   * const { name, vars } = await drover.presets.get(presetId);
   */
  get(presetId: string, options?: CallOptions): ApiPromise<Preset> {
    return this.http.request('presets.get', { params: { presetId } }, options);
  }

  /**
   * Replaces a preset.
   *
   * @param presetId ID of the preset.
   * @param preset The whole preset. Omitted fields are removed.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the preset, its script or a device does not exist.
   * @throws {@link ApiError} 409 if the name is taken.
   * @throws {@link ApiError} 422 if a field is invalid.
   * @example
   * const preset = await drover.presets.get(presetId);
   * await drover.presets.update(presetId, { ...preset, timeout: 120 });
   */
  update(presetId: string, preset: UpdatePreset, options?: CallOptions): ApiPromise<void> {
    return this.http.request('presets.update', { params: { presetId }, body: preset }, options);
  }

  /**
   * Deletes a preset.
   *
   * @param presetId ID of the preset.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the preset does not exist.
   * @example
   * await drover.presets.remove(presetId);
   */
  remove(presetId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('presets.remove', { params: { presetId } }, options);
  }

  /**
   * Runs a preset, with the current version of its script, on the devices that match its selector now.
   *
   * @param presetId ID of the preset.
   * @param options Signal, time limit and idempotency key of the call.
   * @throws {@link ApiError} 404 if the preset or its script does not exist.
   * @throws {@link ApiError} 409 if nothing is left of its devices.
   * @example
   * const { _id: jobId } = await drover.presets.run(presetId);
   * const runs = await drover.jobs.wait(jobId);
   */
  run(presetId: string, options: RunOptions = {}): ApiPromise<Job> {
    return this.http.request('presets.run', { params: { presetId } }, repeatable(options));
  }
}
