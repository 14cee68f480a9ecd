import {
  ARTIFACT_ASK_FIRST_BYTES,
  ARTIFACT_PART_BYTES,
  ArtifactUploadState,
  LINK_ARTIFACTS_PATH,
} from '@drover/contract/artifact-uploads';
import { ERRORS } from '@drover/contract/errors';
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { putBytes } from './put-bytes';
import type { ArtifactSpool, SpooledArtifact } from './spool';

/** Artifacts that are uploaded at the same time. */
const maxUploads = 3;

/** Milliseconds that one request may take. */
const requestTimeoutMs = 240_000;

/** A request that took less milliseconds is followed by larger ones. */
const fastMs = 5000;

/** Size of the chunks in which a file is read, in bytes. */
const chunkBytes = 256 * 1024;

/** First and longest pause after a failure. */
const [minRetryMs, maxRetryMs] = [1000, 60_000];

interface UploaderOptions {
  spool: ArtifactSpool;
  server: string;
  token: string;
  log: (sentence: string) => void;
  minRetryMs?: number;
}

/** The server will never store the artifact. */
class UploadRefusal extends Error {}

/** Sends the artifacts of the spool to the server, and deletes each once the server has it. */
export class ArtifactUploader {
  private readonly uploading = new Set<string>();
  private readonly aborter = new AbortController();
  private retryMs: number;
  private timer?: NodeJS.Timeout;
  private failure = '';
  /** Bytes that a request may have: more on a fast connection, one part after a failure. */
  private requestBytes = ARTIFACT_PART_BYTES;

  constructor(private readonly options: UploaderOptions) {
    this.retryMs = options.minRetryMs ?? minRetryMs;
    options.spool.onSaved = () => this.uploadMore();
  }

  /** Uploads now what waits for a retry, for example because the server has answered. */
  retryNow(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.uploadMore();
  }

  /** Stops. What was not uploaded stays in the spool. */
  close(): void {
    this.aborter.abort();
    clearTimeout(this.timer);
    this.options.spool.onSaved = undefined;
  }

  private uploadMore(): void {
    if (this.timer || this.aborter.signal.aborted) return;
    for (const artifact of this.options.spool.list()) {
      if (this.uploading.size >= maxUploads) return;
      if (!this.uploading.has(artifact.id)) void this.upload(artifact);
    }
  }

  private async upload(artifact: SpooledArtifact): Promise<void> {
    const { spool, log } = this.options;
    this.uploading.add(artifact.id);
    try {
      await this.send(artifact);
      spool.remove(artifact);
      this.failure = '';
      this.retryMs = this.options.minRetryMs ?? minRetryMs;
    } catch (error) {
      if (this.aborter.signal.aborted) return;
      if (error instanceof UploadRefusal) {
        log(
          `The artifact ${JSON.stringify(artifact.name)} of run ${artifact.runId} was not stored: ${error.message}.`,
        );
        spool.remove(artifact);
      } else {
        this.retryLater(error as Error);
      }
    } finally {
      this.uploading.delete(artifact.id);
    }
    this.uploadMore();
  }

  private retryLater({ message, cause }: Error): void {
    this.requestBytes = ARTIFACT_PART_BYTES;
    const failure = cause instanceof Error ? cause.message : message;
    if (failure !== this.failure) this.options.log(`Artifacts wait, because an upload failed: ${failure}.`);
    this.failure = failure;
    if (this.timer) return;
    const waitMs = this.retryMs * (0.5 + Math.random() / 2);
    this.retryMs = Math.min(maxRetryMs, 2 * this.retryMs);
    this.timer = setTimeout(() => this.retryNow(), waitMs);
  }

  /** Uploads one artifact, beginning where an earlier attempt was interrupted. */
  private async send(artifact: SpooledArtifact): Promise<void> {
    const file = await this.options.spool.open(artifact);
    try {
      let offset = artifact.size > ARTIFACT_ASK_FIRST_BYTES ? undefined : 0;
      for (;;) {
        const startedAt = performance.now();
        const state = await this.sendParts(file, artifact, offset);
        if (state.state === 'stored') return;
        if (state.state === 'refused') throw new UploadRefusal(state.problem);
        if (state.state === 'mismatch') await assertUndamaged(file, artifact);
        offset = state.state === 'incomplete' ? state.offset : 0;
        const isFast = state.state === 'incomplete' && performance.now() - startedAt < fastMs;
        this.requestBytes = isFast ? Math.min(2 * this.requestBytes, state.maxBytes) : ARTIFACT_PART_BYTES;
      }
    } finally {
      await file.close();
    }
  }

  private async sendParts(
    file: FileHandle,
    artifact: SpooledArtifact,
    offset: number | undefined,
  ): Promise<ArtifactUploadState> {
    const { runId, name, kind, size, sha256, savedAt } = artifact;
    const ageMs = String(Math.max(0, Date.now() - savedAt));
    const query = new URLSearchParams({ runId, name, kind, size: String(size), ageMs });
    if (offset !== undefined) query.set('offset', String(offset));
    const { server, token } = this.options;
    const bytes = offset === undefined ? 0 : Math.min(this.requestBytes, size - offset);
    const response = await putBytes(`${server}${LINK_ARTIFACTS_PATH}/${sha256}?${query.toString()}`, {
      headers: { authorization: `token ${token}`, 'content-type': 'application/octet-stream' },
      bytes,
      body: readBytes(file, offset ?? 0, bytes),
      signal: AbortSignal.any([this.aborter.signal, AbortSignal.timeout(requestTimeoutMs)]),
    });
    const body = parseJson(response.text);
    if (response.status === 200) return ArtifactUploadState.parse(body);
    const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
    if (code === ERRORS.notFound.code) throw new UploadRefusal('the server no longer has the run');
    if (code === ERRORS.invalidParameters.code) throw new UploadRefusal(String(message));
    throw new Error(typeof message === 'string' ? message.replace(/\.$/, '') : `status ${response.status}`);
  }
}

/** Returns undefined for a text that is not JSON, such as the error page of a proxy. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* readBytes(file: FileHandle, offset: number, bytes: number): AsyncGenerator<Buffer, void> {
  for (let read = 0; read < bytes;) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(chunkBytes, bytes - read));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, offset + read);
    if (bytesRead === 0) throw new UploadRefusal('its file in the spool is damaged');
    read += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

/** Fails for good if the file has changed since it was saved. Otherwise the connection has changed it. */
async function assertUndamaged(file: FileHandle, { size, sha256 }: SpooledArtifact): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of readBytes(file, 0, size)) hash.update(chunk);
  if (hash.digest('hex') !== sha256) throw new UploadRefusal('its file in the spool is damaged');
  throw new Error('the content arrived damaged');
}
