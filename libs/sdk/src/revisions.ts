import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import type { Config, Project } from './devscript-files';
import { eachItem, type Page, type Paging } from './paging';
import type { Http } from './request';
import type { ResultSchema } from './result-schema';

/** A file of a revision. */
export interface RevisionFile {
  name: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

/** The files of a development script after an upload that changed them. */
export interface Revision {
  _id: string;
  /** Counts the revisions of the development script from 1. */
  number: number;
  /** Revisions with a name are never deleted. */
  name: string | null;
  /** Where it comes from. `restore`: an earlier revision was restored. `git`: a Git commit. */
  source: 'console' | 'cli' | 'api' | 'restore' | 'git';
  /** Number of the revision that was restored. */
  restoredNumber: number | null;
  /** The newest version that was published from it. */
  version: string | null;
  code: RevisionFile | null;
  config: RevisionFile | null;
  /** The schema of the results. */
  schema: RevisionFile | null;
  /** Who uploaded it. Null for a token of the workspace. */
  personName: string | null;
  /** Name of the session, the token or the repository. */
  tokenName: string | null;
  /** The Git commit that the files are from. */
  commit: string | null;
  commitAuthor: string | null;
  /** The pinned branch or tag that it is from. Null if its files were those of the script. */
  ref: string | null;
  createdAt: string;
}

/** Omitted fields stay unchanged. */
export interface UpdateRevision {
  /** At most 64 characters. Null: no name. */
  name?: string | null;
}

/** What a development script was at each upload that changed it, and the way back. */
export class Revisions {
  constructor(private readonly http: Http) {}

  /**
   * Lists the revisions of a development script, newest first.
   *
   * @param devscriptId ID of the development script.
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @example
   * const { items } = await drover.revisions.list(devscriptId);
   */
  list(devscriptId: string, paging: Paging = {}, options?: CallOptions): ApiPromise<Page<Revision>> {
    return this.http.request('revisions.list', { params: { devscriptId }, query: paging }, options);
  }

  /**
   * Iterates over all revisions of a development script, page by page.
   *
   * @param devscriptId ID of the development script.
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 404 if the development script does not exist.
   * @example
   * for await (const { number, personName } of drover.revisions.iterate(devscriptId)) console.log(number, personName);
   */
  iterate(
    devscriptId: string,
    paging: Paging = {},
    options?: CallOptions,
  ): AsyncGenerator<Revision, void, undefined> {
    return eachItem((page) => this.list(devscriptId, { ...paging, ...page }, options), paging);
  }

  /**
   * Reads a revision.
   *
   * @param devscriptId ID of the development script.
   * @param revisionId ID of the revision.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the revision does not exist.
   * @example
   * const { number, source } = await drover.revisions.get(devscriptId, revisionId);
   */
  get(devscriptId: string, revisionId: string, options?: CallOptions): ApiPromise<Revision> {
    return this.http.request('revisions.get', { params: { devscriptId, revisionId } }, options);
  }

  /**
   * Downloads the code of a revision.
   *
   * @param devscriptId ID of the development script.
   * @param revisionId ID of the revision.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the revision does not exist, or has no code.
   * @example
   * const code = await drover.revisions.getCode(devscriptId, revisionId);
   */
  getCode(devscriptId: string, revisionId: string, options?: CallOptions): ApiPromise<string> {
    return this.http.requestText('revisions.getCode', { params: { devscriptId, revisionId } }, options);
  }

  /**
   * Downloads the configuration of a revision.
   *
   * @param devscriptId ID of the development script.
   * @param revisionId ID of the revision.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the revision does not exist, or has no configuration.
   * @example
   * const config = await drover.revisions.getConfig(devscriptId, revisionId);
   */
  getConfig(devscriptId: string, revisionId: string, options?: CallOptions): ApiPromise<Config> {
    return this.http.request('revisions.getConfig', { params: { devscriptId, revisionId } }, options);
  }

  /**
   * Downloads the configuration of a revision as the uploaded text.
   *
   * @param devscriptId ID of the development script.
   * @param revisionId ID of the revision.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the revision does not exist, or has no configuration.
   * @example
   * const text = await drover.revisions.getConfigText(devscriptId, revisionId);
   */
  getConfigText(devscriptId: string, revisionId: string, options?: CallOptions): ApiPromise<string> {
    return this.http.requestText('revisions.getConfig', { params: { devscriptId, revisionId } }, options);
  }

  /**
   * Downloads the schema of the results of a revision.
   *
   * @param devscriptId ID of the development script.
   * @param revisionId ID of the revision.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the revision does not exist, or has no schema.
   * @example
   * const { properties } = await drover.revisions.getSchema(devscriptId, revisionId);
   */
  getSchema(devscriptId: string, revisionId: string, options?: CallOptions): ApiPromise<ResultSchema> {
    return this.http.request('revisions.getSchema', { params: { devscriptId, revisionId } }, options);
  }

  /**
   * Downloads the schema of the results of a revision as the uploaded text.
   *
   * @param devscriptId ID of the development script.
   * @param revisionId ID of the revision.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the revision does not exist, or has no schema.
   * @example
   * const text = await drover.revisions.getSchemaText(devscriptId, revisionId);
   */
  getSchemaText(devscriptId: string, revisionId: string, options?: CallOptions): ApiPromise<string> {
    return this.http.requestText('revisions.getSchema', { params: { devscriptId, revisionId } }, options);
  }

  /**
   * Reads the source files that the code of a revision was built from.
   *
   * @param devscriptId ID of the development script.
   * @param revisionId ID of the revision.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the revision does not exist, or its code was not built from a project.
   * @example
   * const { files } = await drover.revisions.getProject(devscriptId, revisionId);
   */
  getProject(devscriptId: string, revisionId: string, options?: CallOptions): ApiPromise<Project> {
    return this.http.request('revisions.getProject', { params: { devscriptId, revisionId } }, options);
  }

  /**
   * Names a revision, or removes its name.
   *
   * @param devscriptId ID of the development script.
   * @param revisionId ID of the revision.
   * @param changes The name, or null for none.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the revision does not exist.
   * @throws {@link ApiError} 409 if too many revisions have a name.
   * @throws {@link ApiError} 422 if the name is invalid.
   * @example
   * await drover.revisions.update(devscriptId, revisionId, { name: 'Before the new shop page' });
   */
  // oxlint-disable-next-line max-params -- the parameters of the path, the body and the options, as in all methods
  update(
    devscriptId: string,
    revisionId: string,
    changes: UpdateRevision,
    options?: CallOptions,
  ): ApiPromise<void> {
    return this.http.request(
      'revisions.update',
      { params: { devscriptId, revisionId }, body: changes },
      options,
    );
  }

  /**
   * Restores the files of a revision, as a new revision. Returns the newest revision if it has the same files.
   *
   * @param devscriptId ID of the development script.
   * @param revisionId ID of the revision.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the revision does not exist.
   * @example
   * const { number } = await drover.revisions.restore(devscriptId, revisionId);
   */
  restore(devscriptId: string, revisionId: string, options?: CallOptions): ApiPromise<Revision> {
    return this.http.request('revisions.restore', { params: { devscriptId, revisionId } }, options);
  }
}
