/** What an artifact is: a file that the script saved, or a picture of the device's screen. */
export type ArtifactKind = 'file' | 'image';

/** A file that a run left. */
export interface Artifact {
  _id: string;
  runId: string;
  jobId: string;
  deviceId: string;
  /** Unique in its run. As the script chose it, so no safe file name. */
  name: string;
  /** The name as a file name that is valid on all systems. */
  fileName: string;
  kind: ArtifactKind;
  /** Bytes. */
  size: number;
  /** SHA-256 of the content, hex. */
  sha256: string;
  /** Why the content was not stored, such as a quota that is used up. Null otherwise. */
  problem: string | null;
  /** When the script saved it. */
  savedAt: string;
}

/** Options of a download. Only `signal` limits its time. */
export interface DownloadOptions {
  /** Aborts the download. */
  signal?: AbortSignal;
  /** Bytes to download, such as `bytes=0-1023`. Default: all. */
  range?: string;
}
