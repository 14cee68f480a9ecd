import type { ApiPromise } from './api-promise';
import type { Config } from './devscript-files';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** Review state of a development script. Any upload resets it to `draft`. */
export type ReviewState = 'draft' | 'in_review' | 'approved' | 'rejected';

/** A development script in review. */
export interface Review {
  devscriptId: string;
  name: string;
  description: string;
  ownerName: string;
  submittedAt: string | null;
  /** SHA-256 of the code in hex. */
  codeSha256: string;
  /** SHA-256 of the configuration in hex. `null` if there is none. */
  configSha256: string | null;
}

/** Identifies the file. Throws 404 if another file was submitted since. */
export interface ReviewFileFilter {
  /** SHA-256 in hex, from the review. */
  sha256?: string;
}

/** The decision of a reviewer. */
export interface DecideReview {
  decision: 'approve' | 'reject';
  /** At most 512 characters. */
  note?: string;
  /** Hash of the reviewed code. Throws 409 if other code was submitted since. */
  codeSha256?: string;
  /** Hash of the reviewed configuration, or `null` if there was none. Checked like the code. */
  configSha256?: string | null;
}

/** Development scripts in review, for accounts with the role of reviewer. */
export class Reviews {
  constructor(private readonly http: Http) {}

  /** Lists development scripts in review. */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<Review>> {
    return this.http.request('reviews.list', { query: paging }, options);
  }

  /** Iterates over all development scripts in review. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Review, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Downloads the code in review. */
  getCode(devscriptId: string, filter: ReviewFileFilter = {}, options?: CallOptions): ApiPromise<string> {
    return this.http.requestText('reviews.getCode', { params: { devscriptId }, query: filter }, options);
  }

  /** Downloads the configuration in review. */
  getConfig(devscriptId: string, filter: ReviewFileFilter = {}, options?: CallOptions): ApiPromise<Config> {
    return this.http.request('reviews.getConfig', { params: { devscriptId }, query: filter }, options);
  }

  /** Downloads the configuration in review as the uploaded text. */
  getConfigText(
    devscriptId: string,
    filter: ReviewFileFilter = {},
    options?: CallOptions,
  ): ApiPromise<string> {
    return this.http.requestText('reviews.getConfig', { params: { devscriptId }, query: filter }, options);
  }

  /** Approves or rejects a development script. */
  update(devscriptId: string, decision: DecideReview, options?: CallOptions): ApiPromise<void> {
    return this.http.request('reviews.update', { params: { devscriptId }, body: decision }, options);
  }
}
