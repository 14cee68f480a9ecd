import { repeatable, type CreateJob, type Job, type RunOptions } from './jobs';
import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { CallOptions, Http } from './request';

/** What to run, where and with what, under a name. Devices that were deleted have left it. */
export interface Preset extends CreateJob {
  _id: string;
  name: string;
  /** Name of the script as it is now; `null` for code, and where the script is gone. */
  scriptName: string | null;
  createdAt: string;
}

/** What `jobs.create` takes, and a name. */
export interface CreatePreset extends CreateJob {
  /** At most 64 characters, once in an account. */
  name: string;
}

/** The whole preset as it is to be: what is left out is not kept. A `Preset` that was changed will do. */
export type UpdatePreset = CreatePreset;

/** Run requests that are kept under a name. */
export class Presets {
  constructor(private readonly http: Http) {}

  /** Lists presets, newest first. */
  list(paging: Paging = {}, options?: CallOptions): Promise<Page<Preset>> {
    return this.http.get('/v1/presets', paging, options);
  }

  /** Goes through all presets, page by page. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Preset, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Keeps a run request under a name; 409 where the name is taken. */
  create(preset: CreatePreset, options?: CallOptions): Promise<Preset> {
    return this.http.post('/v1/presets', preset, options);
  }

  /** Reads a preset. */
  get(presetId: string, options?: CallOptions): Promise<Preset> {
    return this.http.get(path`/v1/presets/${presetId}`, undefined, options);
  }

  /** Replaces a preset. */
  update(presetId: string, preset: UpdatePreset, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/presets/${presetId}`, preset, options);
  }

  /** Deletes a preset. */
  remove(presetId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/presets/${presetId}`, undefined, options);
  }

  /** Runs what a preset says: its script as it is now, on the devices that its selector chooses now. */
  run(presetId: string, options: RunOptions = {}): Promise<Job> {
    return this.http.post(path`/v1/presets/${presetId}/run`, undefined, repeatable(options));
  }
}
