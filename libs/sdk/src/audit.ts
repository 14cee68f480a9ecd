import type { ApiPromise } from './api-promise';
import { eachItem, type CreatedRange, type Page, type Paging } from './paging';
import type { DownloadOptions } from './artifacts';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** A changed field. Values have at most 200 characters. Both are null if they are not recorded, as those of secrets. */
export interface AuditChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** A change: its action, its record, its author and its IP address. */
export interface AuditEntry {
  _id: string;
  /** For example `device.update`. */
  action: string;
  targetId: string | null;
  /** Name of the record at that time. Some names if there are several records. */
  targetName: string | null;
  /** Number of records, if there are several. */
  targetCount: number | null;
  tokenId: string | null;
  /** Name of the token at that time, or browser and system of the session. */
  tokenName: string | null;
  tokenKind: 'personal' | 'session' | null;
  personId: string | null;
  /** Name of the person at that time. Null for a token of the workspace. */
  personName: string | null;
  /** Changed fields of an update. */
  changes: AuditChange[];
  address: string;
  requestId: string;
  at: string;
  /** Position in the chain of the workspace. Null for entries from before there was one. */
  number: number | null;
  /** SHA-256 over the entry and the hash before it, in hex. */
  hash: string | null;
}

/** Filters combine with AND. */
export interface AuditFilter extends Paging, AuditExportFilter {}

/** Which changes to download. */
export interface AuditExportFilter extends CreatedRange {
  action?: string;
  /** ID of the token or the session of the author. */
  tokenId?: string;
  /** ID of the person who made the change. */
  personId?: string;
  targetId?: string;
}

/** The audit log. */
export class Audit {
  constructor(private readonly http: Http) {}

  /**
   * Lists changes, newest first.
   *
   * @param filter Conditions, size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * const { items } = await drover.audit.list({ action: 'device.update', limit: 20 });
   * for (const { action, at } of items) console.log(at, action);
   */
  list(filter: AuditFilter = {}, options?: CallOptions): ApiPromise<Page<AuditEntry>> {
    return this.http.request('audit.list', { query: filter }, options);
  }

  /**
   * Downloads changes as JSON lines, the oldest first.
   *
   * @param filter Conditions.
   * @param options Signal of the download.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * const { body } = await drover.audit.export({ createdAfter: '2026-01-01T00:00:00Z' });
   */
  export(filter: AuditExportFilter = {}, options?: DownloadOptions): Promise<Response> {
    return this.http.download('audit.export', { query: filter }, options);
  }

  /**
   * Iterates over all changes, page by page.
   *
   * @param filter Conditions. `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * for await (const { action, at } of drover.audit.iterate()) console.log(at, action);
   */
  iterate(filter: AuditFilter = {}, options?: CallOptions): AsyncGenerator<AuditEntry, void, undefined> {
    return eachItem((paging) => this.list({ ...filter, ...paging }, options), filter);
  }
}
