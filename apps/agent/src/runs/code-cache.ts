import { LINK_CODE_PATH } from '@drover/contract/link';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Size of the folder. Beyond it, the code that was used least recently is deleted. */
const cacheBytes = 200 * 1024 * 1024;

/** Milliseconds between attempts while the server cannot be reached. */
const retryMs = 2000;

/** Milliseconds that one fetch may take. */
const fetchTimeoutMs = 120_000;

/** The code is not available, and a retry would not help. */
export class CodeError extends Error {}

/** Code by its SHA-256, from the folder or fetched once from the server. */
export class CodeCache {
  private readonly fetches = new Map<string, Promise<string>>();

  constructor(
    private readonly folder: string,
    private readonly origin: { server: string; token: string },
  ) {}

  /** Stores code that was part of an order. */
  async add(sha256: string, code: string): Promise<void> {
    if (hashOf(code) !== sha256) throw new CodeError('the code does not match its SHA-256');
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const path = join(this.folder, sha256);
    if ((await stat(path).catch(() => undefined))?.size === Buffer.byteLength(code)) return;
    const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
    await writeFile(draft, code, { mode: 0o600 });
    await rename(draft, path);
    await this.trim(sha256);
  }

  /** Returns the code. Retries while the server cannot be reached. Calls for the same code share one fetch. */
  async get(sha256: string, signal: AbortSignal): Promise<string> {
    const cached = await this.read(sha256);
    if (cached !== undefined) return cached;
    for (;;) {
      signal.throwIfAborted();
      try {
        return await this.fetchOnce(sha256);
      } catch (error) {
        if (error instanceof CodeError) throw error;
        await delay(retryMs, undefined, { signal });
      }
    }
  }

  private async read(sha256: string): Promise<string | undefined> {
    const path = join(this.folder, sha256);
    const code = await readFile(path, 'utf8').catch(() => undefined);
    if (code === undefined) return undefined;
    if (hashOf(code) !== sha256) {
      await rm(path, { force: true });
      return undefined;
    }
    const now = new Date();
    await utimes(path, now, now).catch(() => undefined);
    return code;
  }

  private fetchOnce(sha256: string): Promise<string> {
    const pending = this.fetches.get(sha256);
    if (pending) return pending;
    const fetching = this.fetch(sha256).finally(() => this.fetches.delete(sha256));
    this.fetches.set(sha256, fetching);
    return fetching;
  }

  private async fetch(sha256: string): Promise<string> {
    const { server, token } = this.origin;
    const response = await fetch(`${server}${LINK_CODE_PATH}/${sha256}`, {
      headers: { authorization: `token ${token}` },
      signal: AbortSignal.timeout(fetchTimeoutMs),
    });
    if (response.status === 404) throw new CodeError('the server no longer has the code');
    if (!response.ok) throw new Error(`the server responded with status ${response.status}`);
    const code = Buffer.from(await response.arrayBuffer()).toString('utf8');
    await this.add(sha256, code).catch((error: unknown) => {
      // The code can run even if the folder cannot store it.
      if (error instanceof CodeError) throw error;
    });
    return code;
  }

  private async trim(newest: string): Promise<void> {
    const names = await readdir(this.folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const stats = await stat(join(this.folder, name)).catch(() => undefined);
        return { name, bytes: stats?.size ?? 0, usedAt: name === newest ? Infinity : (stats?.mtimeMs ?? 0) };
      }),
    );
    let bytes = 0;
    for (const file of files.sort((a, b) => b.usedAt - a.usedAt)) {
      bytes += file.bytes;
      if (bytes > cacheBytes && file.name !== newest) await rm(join(this.folder, file.name), { force: true });
    }
  }
}

function hashOf(code: string): string {
  return createHash('sha256').update(code, 'utf8').digest('hex');
}
