import { LINK_FILES_PATH } from '@drover/contract/input-file-protocol';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { append, hashOf, RefusedDownload, sizeOf, totalOf } from './download';
import { isFullDisk } from './full-disk';

/** First and longest pause after a failed download. */
const [minRetryMs, maxRetryMs] = [1000, 60_000];

/** How long the server may refuse a download before the run is rejected, in milliseconds. */
const refusalMs = 10 * 60_000;

/** Why a run cannot have a file. A retry would not help. */
export class FileError extends Error {}

interface FileCacheOptions {
  folder: string;
  server: string;
  token: string;
  /** Bytes of the folder. Beyond it, the files that were used least recently are deleted. */
  maxBytes: number;
  log: (sentence: string) => void;
  minRetryMs?: number;
  refusalMs?: number;
}

/**
 * Input files of runs by their SHA-256, in a folder that scripts cannot read. Each is downloaded once. An interrupted
 * download continues where it ended, also after the agent was killed.
 */
export class FileCache {
  private readonly downloads = new Map<string, Promise<void>>();
  private readonly aborter = new AbortController();
  /** How many copies of each file are being made: such files are not deleted. */
  private readonly users = new Map<string, number>();

  constructor(private readonly options: FileCacheOptions) {}

  /** Ends the downloads. They continue when the agent starts again. */
  close(): void {
    this.aborter.abort();
  }

  /** Copies a file to a new path, after downloading it if necessary. Checks the SHA-256 of what was copied. */
  async copy(sha256: string, path: string, signal: AbortSignal): Promise<void> {
    this.users.set(sha256, (this.users.get(sha256) ?? 0) + 1);
    try {
      for (let attempt = 1; ; attempt += 1) {
        await this.require(sha256, signal);
        if (await this.tryCopy(sha256, path, signal)) return;
        // The disk has changed the file.
        await rm(this.pathOf(sha256), { force: true });
        if (attempt === 2) throw new FileError('its copy on the disk of the device is damaged');
      }
    } catch (error) {
      throw explain(error);
    } finally {
      this.users.set(sha256, (this.users.get(sha256) ?? 1) - 1);
      if (this.users.get(sha256) === 0) this.users.delete(sha256);
    }
  }

  private async tryCopy(sha256: string, path: string, signal: AbortSignal): Promise<boolean> {
    const hash = createHash('sha256');
    const target = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of createReadStream(this.pathOf(sha256), { signal }) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        await target.writeFile(chunk);
      }
    } finally {
      await target.close();
    }
    if (hash.digest('hex') === sha256) return true;
    await rm(path, { force: true });
    return false;
  }

  /** Resolves when the file is in the folder. Retries while the server cannot be reached. */
  private async require(sha256: string, signal: AbortSignal): Promise<void> {
    const now = new Date();
    const isCached = await utimes(this.pathOf(sha256), now, now).then(
      () => true,
      () => false,
    );
    if (isCached) return;
    const download = this.downloads.get(sha256) ?? this.startDownload(sha256);
    // A stopped run does not wait. The download goes on for others, and for the next run.
    await Promise.race([download, rejectOnAbort(signal)]);
  }

  private startDownload(sha256: string): Promise<void> {
    const download = this.download(sha256).finally(() => this.downloads.delete(sha256));
    download.catch(() => undefined);
    this.downloads.set(sha256, download);
    return download;
  }

  private async download(sha256: string): Promise<void> {
    const { signal } = this.aborter;
    const { log } = this.options;
    await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
    let retryMs = this.options.minRetryMs ?? minRetryMs;
    let [bytes, failure, mismatches] = [-1, '', 0];
    let refusedSince: number | undefined;
    for (;;) {
      signal.throwIfAborted();
      try {
        if (await this.downloadRest(sha256)) return;
        mismatches += 1;
        if (mismatches === 3) throw new FileError('it arrived damaged three times');
      } catch (error) {
        if (error instanceof FileError || isFullDisk(error)) throw error;
        refusedSince = error instanceof RefusedDownload ? (refusedSince ?? Date.now()) : undefined;
        const { message } = error as Error;
        if (refusedSince && Date.now() - refusedSince >= (this.options.refusalMs ?? refusalMs)) {
          throw new FileError(`the server does not send it: ${message}`);
        }
        if (message !== failure) log(`An input file waits, because its download failed: ${message}.`);
        failure = message;
        const arrived = await sizeOf(this.draftOf(sha256));
        if (arrived > bytes) retryMs = this.options.minRetryMs ?? minRetryMs;
        bytes = arrived;
        await delay(retryMs * (0.5 + Math.random() / 2), undefined, { signal });
        retryMs = Math.min(maxRetryMs, 2 * retryMs);
      }
    }
  }

  /** Downloads what is missing. Returns whether the file is complete, and deletes one that is damaged. */
  private async downloadRest(sha256: string): Promise<boolean> {
    const draft = this.draftOf(sha256);
    const start = await sizeOf(draft);
    const idle = new AbortController();
    const response = await this.request(sha256, start, idle.signal);
    const total = totalOf(response, start);
    if (total > this.options.maxBytes) {
      await response.body?.cancel();
      throw new FileError(
        `the device keeps at most ${Math.round(this.options.maxBytes / 1024 ** 2)} MB of files`,
      );
    }
    const isRest = response.status === 206;
    await this.makeRoom(total, sha256);
    await append(draft, { response, isRest, maxBytes: total, idle });
    if ((await sizeOf(draft)) < total) throw new Error('the connection was lost');
    if ((await hashOf(draft)) !== sha256) {
      await rm(draft, { force: true });
      return false;
    }
    await rename(draft, this.pathOf(sha256));
    return true;
  }

  private async request(sha256: string, start: number, signal: AbortSignal): Promise<Response> {
    const { server, token } = this.options;
    const response = await fetch(`${server}${LINK_FILES_PATH}/${sha256}`, {
      headers: { authorization: `token ${token}`, ...(start > 0 && { range: `bytes=${start}-` }) },
      signal: AbortSignal.any([this.aborter.signal, signal]),
    }).catch(({ message, cause }: Error) => {
      throw new Error(cause instanceof Error ? cause.message : message);
    });
    if (response.ok) return response;
    const body = (await response.json().catch(() => ({}))) as { message?: unknown };
    if (response.status === 404) throw new FileError('the server no longer has it');
    // The draft has all bytes, or more.
    if (response.status === 416) await rm(this.draftOf(sha256), { force: true });
    const message = typeof body.message === 'string' ? body.message.replace(/\.$/, '') : undefined;
    throw new RefusedDownload(message ?? `status ${response.status}`);
  }

  /** Deletes the files that were used least recently, until a new one fits. */
  private async makeRoom(bytes: number, sha256: string): Promise<void> {
    const { folder, maxBytes } = this.options;
    const names = (await readdir(folder)).filter((name) => !name.startsWith(sha256));
    const files = await Promise.all(
      names.map(async (name) => {
        const stats = await stat(join(folder, name)).catch(() => undefined);
        return { name, size: stats?.size ?? 0, usedAt: stats?.mtimeMs ?? 0 };
      }),
    );
    let used = bytes;
    for (const { name, size } of files.sort((a, b) => b.usedAt - a.usedAt)) {
      used += size;
      const hash = name.slice(0, 64);
      if (used <= maxBytes || this.users.has(hash)) continue;
      used -= size;
      await rm(join(folder, name), { force: true });
    }
  }

  private pathOf(sha256: string): string {
    return join(this.options.folder, sha256);
  }

  private draftOf(sha256: string): string {
    return `${this.pathOf(sha256)}.part`;
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function explain(error: unknown): unknown {
  return isFullDisk(error) ? new FileError('the device has no space left') : error;
}
