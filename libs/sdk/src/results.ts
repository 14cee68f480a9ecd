import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import { eachItem, type CreatedRange, type Page, type Paging } from './paging';
import type { Http } from './request';
import type { RunResult } from './runs';

/** Filters combine with AND. */
export interface ResultFilter extends Paging, CreatedRange {
  jobId?: string;
  scriptId?: string;
  deviceId?: string;
}

/** Results of runs, across devices and over time. */
export class Results {
  constructor(private readonly http: Http) {}

  /**
   * Lists results, those of the newest runs first.
   *
   * @param filter Filters and paging.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * const { items } = await drover.results.list({ jobId });
   * for (const { deviceName, value } of items) console.log(deviceName, value);
   */
  list(filter: ResultFilter = {}, options?: CallOptions): ApiPromise<Page<RunResult>> {
    return this.http.request('results.list', { query: filter }, options);
  }

  /**
   * Iterates over all matching results, page by page.
   *
   * @param filter Filters. `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * for await (const { deviceName, value } of drover.results.iterate({ jobId })) console.log(deviceName, value);
   */
  iterate(filter: ResultFilter = {}, options?: CallOptions): AsyncGenerator<RunResult, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }
}
