import type { ApiPromise } from './api-promise';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** A change: its action, its record, its author and its IP address. */
export interface AuditEntry {
  _id: string;
  /** For example `device.update`. */
  action: string;
  targetId: string | null;
  tokenId: string | null;
  address: string;
  requestId: string;
  at: string;
}

/** The audit log. */
export class Audit {
  constructor(private readonly http: Http) {}

  /**
   * Lists changes, newest first.
   *
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.audit.list({ limit: 20 });
   * for (const { action, at } of items) console.log(at, action);
   */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<AuditEntry>> {
    return this.http.request('audit.list', { query: paging }, options);
  }

  /**
   * Iterates over all changes, page by page.
   *
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { action, at } of drover.audit.iterate()) console.log(at, action);
   */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<AuditEntry, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }
}
