import type { ApiPromise } from './api-promise';
import type { Config, Project } from './devscript-files';
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
  /** The newest published version, to compare with. `null` if it was never published. */
  published: { version: string; codeSha256: string; configSha256: string | null } | null;
}

/** Identifies the file. Throws 404 if another file was submitted since. */
export interface ReviewFileFilter {
  /** SHA-256 in hex, from the review or its published version. */
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

  /**
   * Lists development scripts in review.
   *
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the caller is not a reviewer.
   * @example
   * const { items } = await drover.reviews.list();
   */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<Review>> {
    return this.http.request('reviews.list', { query: paging }, options);
  }

  /**
   * Iterates over all development scripts in review.
   *
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 403 if the caller is not a reviewer.
   * @example
   * for await (const { name, ownerName } of drover.reviews.iterate()) console.log(name, ownerName);
   */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Review, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /**
   * Downloads the code in review.
   *
   * @param devscriptId ID of the development script.
   * @param filter Hash of the expected file.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the caller is not a reviewer.
   * @throws {@link ApiError} 404 if the development script is not in review, or with another file.
   * @example
   * const code = await drover.reviews.getCode(devscriptId);
   */
  getCode(devscriptId: string, filter: ReviewFileFilter = {}, options?: CallOptions): ApiPromise<string> {
    return this.http.requestText('reviews.getCode', { params: { devscriptId }, query: filter }, options);
  }

  /**
   * Downloads the configuration in review.
   *
   * @param devscriptId ID of the development script.
   * @param filter Hash of the expected file.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the caller is not a reviewer.
   * @throws {@link ApiError} 404 if the development script is not in review, or with another file.
   * @example
   * const config = await drover.reviews.getConfig(devscriptId);
   * console.log(config.length);
   */
  getConfig(devscriptId: string, filter: ReviewFileFilter = {}, options?: CallOptions): ApiPromise<Config> {
    return this.http.request('reviews.getConfig', { params: { devscriptId }, query: filter }, options);
  }

  /**
   * Downloads the configuration in review as the uploaded text.
   *
   * @param devscriptId ID of the development script.
   * @param filter Hash of the expected file.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the caller is not a reviewer.
   * @throws {@link ApiError} 404 if the development script is not in review, or with another file.
   * @example
   * const text = await drover.reviews.getConfigText(devscriptId);
   */
  getConfigText(
    devscriptId: string,
    filter: ReviewFileFilter = {},
    options?: CallOptions,
  ): ApiPromise<string> {
    return this.http.requestText('reviews.getConfig', { params: { devscriptId }, query: filter }, options);
  }

  /**
   * Returns the source files that the code in review was built from.
   *
   * @param devscriptId ID of the development script.
   * @param filter Hash of the code, in review or published.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the caller is not a reviewer.
   * @throws {@link ApiError} 404 if the development script is not in review, has other code, or was not built from a project.
   * @example
   * const { files } = await drover.reviews.getProject(devscriptId);
   */
  getProject(devscriptId: string, filter: ReviewFileFilter = {}, options?: CallOptions): ApiPromise<Project> {
    return this.http.request('reviews.getProject', { params: { devscriptId }, query: filter }, options);
  }

  /**
   * Approves or rejects a development script.
   *
   * @param devscriptId ID of the development script.
   * @param decision Approve or reject, a note, and the hashes of what was reviewed.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the caller is not a reviewer.
   * @throws {@link ApiError} 409 if the development script is not in review, or has other files by now.
   * @example
   * await drover.reviews.update(devscriptId, { decision: 'reject', note: 'It never ends.' });
   */
  update(devscriptId: string, decision: DecideReview, options?: CallOptions): ApiPromise<void> {
    return this.http.request('reviews.update', { params: { devscriptId }, body: decision }, options);
  }
}
