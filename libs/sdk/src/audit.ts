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

  /** Lists changes, newest first. */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<AuditEntry>> {
    return this.http.request('audit.list', { query: paging }, options);
  }

  /** Iterates over all changes, page by page. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<AuditEntry, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }
}
