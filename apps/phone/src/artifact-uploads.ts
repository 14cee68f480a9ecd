import { ARTIFACT_ASK_FIRST_BYTES, ARTIFACT_PART_BYTES } from '@drover/contract/artifact-protocol';
import { LIMITS } from '@drover/contract/limits';
import type { Credential } from './credential';
import { deleteFile, digestStream, listFiles } from './java-files';
import { putPart, type UploadState } from './put-part';
import type { ArtifactTask, SpooledArtifact } from './reports';

/** First and longest pause after a failure. */
const minRetryMs = 1000;
const maxRetryMs = 60_000;

/** Files of scripts that were killed while they saved an artifact are deleted after this time. */
const leftoverMs = 3_600_000;

/** Bytes of all artifacts that wait for the server. */
const waitingBytes = LIMITS.runArtifactBytes;

/**
 * Sends the artifacts in the agent's folder to the server, and deletes each once the server has it. A separate
 * thread uploads them one at a time. `poll` starts the thread and handles its outcome.
 */
export class ArtifactUploads {
  private readonly folder = `${String(context.getFilesDir().getAbsolutePath())}/drover/artifacts`;
  /** The thread leaves its outcome here: empty, or why it failed. */
  private readonly outcomes = new java.util.concurrent.ConcurrentHashMap();
  private isUploading = false;
  private isClosed = false;
  /** Whether there may be artifacts to send. After the start: those of the last process. */
  private isWanted = true;
  private retryMs = minRetryMs;
  private retryAt = 0;
  private failure = '';
  /** How often each artifact has failed. */
  private readonly failures: Record<string, number> = {};

  constructor(private readonly credential: Credential) {
    this.deleteLeftovers();
  }

  /** Returns what the script of a run needs to save artifacts. */
  createTask(runId: string): ArtifactTask {
    return {
      ...{ runId, folder: this.folder, waitingBytes },
      nameChars: LIMITS.artifactNameChars,
      runArtifacts: LIMITS.runArtifacts,
      runBytes: LIMITS.runArtifactBytes,
    };
  }

  /** Sends new artifacts. */
  wake(): void {
    this.isWanted = true;
  }

  /** Sends now what waits for a retry, because the server has answered. */
  retryNow(): void {
    this.retryAt = 0;
    this.isWanted = true;
  }

  /** Starts no further upload. What was not sent stays in the folder. */
  close(): void {
    this.isClosed = true;
  }

  /** Call it repeatedly, in the thread of the agent. */
  poll(): void {
    const outcome = this.outcomes.remove('outcome');
    if (outcome !== null) this.handleOutcome(String(outcome));
    if (this.isClosed || this.isUploading || !this.isWanted || Date.now() < this.retryAt) return;
    this.isWanted = false;
    const ids = this.listIds();
    if (ids.length === 0) return;
    this.isUploading = true;
    try {
      threads.start(() => this.outcomes.put('outcome', this.uploadAll(ids)));
    } catch (error) {
      this.outcomes.put('outcome', String(error));
    }
  }

  /** Returns why it has to be tried again, or an empty text. */
  private uploadAll(ids: string[]): string {
    let current = '';
    try {
      ids.forEach((id) => {
        current = id;
        this.upload(id);
      });
      return '';
    } catch (error) {
      this.failures[current] = (this.failures[current] || 0) + 1;
      return String(error);
    }
  }

  private handleOutcome(failure: string): void {
    this.isUploading = false;
    if (failure === '') {
      this.retryMs = minRetryMs;
    } else {
      this.isWanted = true;
      this.retryAt = Date.now() + this.retryMs * (0.5 + Math.random() / 2);
      this.retryMs = Math.min(maxRetryMs, 2 * this.retryMs);
      if (failure !== this.failure)
        console.warn(`drover: artifacts wait, because an upload failed: ${failure}`);
    }
    this.failure = failure;
  }

  /** IDs begin with the time, so their order is that of saving. Those that failed come later, so that they stop no others. */
  private listIds(): string[] {
    const ids = listFiles(this.folder)
      .map(({ name }) => name)
      .filter((name) => /\.json$/.test(name))
      .map((name) => name.replace(/\.json$/, ''));
    const failures = (id: string) => this.failures[id] || 0;
    return ids.sort((a, b) => failures(a) - failures(b) || (a < b ? -1 : 1));
  }

  /** Uploads one artifact, beginning where an earlier attempt was interrupted. Throws if it has to be tried again. */
  private upload(id: string): void {
    const path = `${this.folder}/${id}`;
    const entry = `${path}.json`;
    // Another agent may have sent it: a former one, during an update.
    if (this.isClosed || !new java.io.File(entry).isFile()) return;
    const artifact = readEntry(entry);
    const isIntact = artifact && Number(new java.io.File(path).length()) === artifact.size;
    const problem = isIntact ? this.send(artifact, path) : 'its file is damaged';
    if (problem) {
      const name = artifact ? `${JSON.stringify(artifact.name)} of run ${artifact.runId}` : id;
      console.warn(`drover: the artifact ${name} was not stored: ${problem}`);
    }
    deleteFile(entry);
    deleteFile(path);
    delete this.failures[id];
  }

  /** Returns why the server will never store the artifact. */
  private send(artifact: SpooledArtifact, path: string): string | undefined {
    const { size } = artifact;
    let offset = size > ARTIFACT_ASK_FIRST_BYTES ? undefined : 0;
    for (;;) {
      const length = offset === undefined ? 0 : Math.min(ARTIFACT_PART_BYTES, size - offset);
      const answer: UploadState = putPart({ credential: this.credential, artifact, path, offset, length });
      if (answer.state === 'stored') return undefined;
      if (answer.state === 'refused') return answer.problem;
      if (answer.state === 'mismatch') {
        const { sha256 } = digestStream(new java.io.FileInputStream(path));
        if (sha256 !== artifact.sha256) return 'its file is damaged';
        throw new Error('the content arrived damaged');
      }
      if (this.isClosed) throw new Error('the agent ends');
      offset = answer.offset;
    }
  }

  private deleteLeftovers(): void {
    const present: Record<string, boolean> = {};
    const found = listFiles(this.folder);
    found.forEach(({ name }) => (present[name] = true));
    found.forEach(({ name, modifiedAt }) => {
      const isUsed = /\.json$/.test(name) || present[`${name}.json`];
      if (!isUsed && modifiedAt < Date.now() - leftoverMs) deleteFile(`${this.folder}/${name}`);
    });
  }
}

/** Returns undefined if the file is damaged. */
function readEntry(path: string): SpooledArtifact | undefined {
  const text = String(files.read(path));
  try {
    return JSON.parse(text) as SpooledArtifact;
  } catch {
    return undefined;
  }
}
