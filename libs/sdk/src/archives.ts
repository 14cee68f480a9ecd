import type { ApiPromise } from './api-promise';
import type { DownloadOptions } from './artifacts';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** What to export. */
export interface ExportQuery {
  /** Which revisions of each development script. Default: all. */
  revisions?: 'all' | 'latest';
}

/** A record that an archive contains. */
export type ArchivedKind = 'device-group' | 'devscript' | 'preset' | 'schedule';

/** What an import did with a record. */
export type ImportOutcome = 'created' | 'changed' | 'unchanged' | 'failed';

/**
 * Why a record could not be imported. `name_taken`: another record has its name. `script_missing`, `group_missing`,
 * `devices_missing`: it names what does not exist here. `conflict`: it changed during the import. The others say what is
 * wrong in `detail`.
 */
export type ImportReason =
  | 'name_taken'
  | 'script_missing'
  | 'group_missing'
  | 'devices_missing'
  | 'limit_reached'
  | 'conflict'
  | 'invalid';

/** What an import did with a record of the archive. Schedules that it created or changed are paused. */
export interface ImportedRecord {
  kind: ArchivedKind;
  name: string;
  /** Its ID in the archive. */
  archiveId: string;
  /** Its ID here. Null if it does not exist. */
  _id: string | null;
  outcome: ImportOutcome;
  /** Why it failed. */
  reason: ImportReason | null;
  /** What it failed at, in English. */
  detail: string | null;
  /** Names of devices that do not exist here. The record was imported without them. */
  missingDevices: string[];
}

/** What an import did. */
export interface ImportResult {
  /** False for a dry run, which changed nothing. */
  isApplied: boolean;
  /** Number of records. */
  created: number;
  /** Number of records. */
  changed: number;
  /** Number of records. */
  unchanged: number;
  /** Number of records. */
  failed: number;
  /** Names of secrets that do not exist here. */
  missingSecrets: string[];
  /** Names of input files that do not exist here. */
  missingFiles: string[];
  records: ImportedRecord[];
}

/** What to import. */
export interface ImportArchive {
  /** The bytes of the archive. */
  archive: Blob;
  /** Changes nothing, and returns what an import would do. */
  dryRun?: boolean;
}

/** Scripts, presets, schedules and device groups of the workspace as one ZIP archive. */
export class Archives {
  constructor(private readonly http: Http) {}

  /**
   * Downloads an archive of the workspace. It contains no values of secrets.
   *
   * @param query Which revisions.
   * @param options Signal of the download.
   * @throws {@link ApiError} 403 if the caller does not have the role editor.
   * @example
   * const { body } = await drover.archives.export();
   */
  export(query: ExportQuery = {}, options?: DownloadOptions): Promise<Response> {
    return this.http.download('archives.export', { query }, options);
  }

  /**
   * Imports an archive. Importing it again changes nothing. Schedules are imported paused.
   *
   * @param request The archive, and whether it is a dry run.
   * @param options Signal and time limit of the call. Default: no time limit.
   * @throws {@link ApiError} 403 if the caller does not have the role admin.
   * @throws {@link ApiError} 413 if the archive is too large.
   * @throws {@link ApiError} 422 if it is no archive, is damaged, or is of a later release. Then nothing has changed.
   * @example
   * const { failed, missingSecrets } = await drover.archives.import({ archive, dryRun: true });
   */
  import(request: ImportArchive, options?: CallOptions): ApiPromise<ImportResult> {
    const { archive, dryRun } = request;
    const body = new FormData();
    body.append('data', archive, 'archive.zip');
    return this.http.request('archives.import', { query: { dryRun }, body }, { timeoutMs: 0, ...options });
  }
}
