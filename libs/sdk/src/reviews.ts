import type { Config } from './devscript-files';
import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { CallOptions, Http } from './request';

/** Where the review of a development script stands; any upload returns it to `draft`. */
export type ReviewState = 'draft' | 'in_review' | 'approved' | 'rejected';

/** A development script that waits for review. */
export interface Review {
  devscriptId: string;
  name: string;
  description: string;
  ownerName: string;
  submittedAt: string | null;
  /** SHA-256 of the code in hex. */
  codeSha256: string;
  /** SHA-256 of the configuration in hex; `null` where there is none. */
  configSha256: string | null;
}

/** Which file is meant; where another was submitted since, it is not found. */
export interface ReviewFileFilter {
  /** SHA-256 in hex, as the review has it. */
  sha256?: string;
}

/** What a reviewer decides. */
export interface DecideReview {
  decision: 'approve' | 'reject';
  /** At most 512 characters. */
  note?: string;
  /** Of the code that was read: where another was submitted since, nothing is decided (409). */
  codeSha256?: string;
  /** Of the configuration that was read, or `null` where there was none; as for the code. */
  configSha256?: string | null;
}

/** What waits for review; for accounts with the role of reviewer. */
export class Reviews {
  constructor(private readonly http: Http) {}

  /** Lists what waits for review. */
  list(paging: Paging = {}, options?: CallOptions): Promise<Page<Review>> {
    return this.http.get('/v1/reviews', paging, options);
  }

  /** Goes through all that waits for review. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Review, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Downloads the code that waits for review. */
  getCode(devscriptId: string, filter: ReviewFileFilter = {}, options?: CallOptions): Promise<string> {
    return this.http.getText(path`/v1/reviews/${devscriptId}/files/code`, filter, options);
  }

  /** Downloads the configuration that waits for review. */
  getConfig(devscriptId: string, filter: ReviewFileFilter = {}, options?: CallOptions): Promise<Config> {
    return this.http.get(path`/v1/reviews/${devscriptId}/files/config`, filter, options);
  }

  /** Downloads the configuration that waits for review as the text that was uploaded. */
  getConfigText(devscriptId: string, filter: ReviewFileFilter = {}, options?: CallOptions): Promise<string> {
    return this.http.getText(path`/v1/reviews/${devscriptId}/files/config`, filter, options);
  }

  /** Approves or rejects. */
  update(devscriptId: string, decision: DecideReview, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/reviews/${devscriptId}`, decision, options);
  }
}
