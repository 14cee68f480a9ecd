import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions, Http } from './request';

/** One change: what, to what, by whom, from where. */
export interface AuditEntry {
  _id: string;
  /** Such as `device.update`. */
  action: string;
  targetId: string | null;
  tokenId: string | null;
  address: string;
  requestId: string;
  at: string;
}

/** Who changed what. */
export class Audit {
  constructor(private readonly http: Http) {}

  /** Lists changes, newest first. */
  list(paging: Paging = {}, options?: CallOptions): Promise<Page<AuditEntry>> {
    return this.http.get('/v1/audit', paging, options);
  }

  /** Goes through all changes, page by page. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<AuditEntry, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }
}
