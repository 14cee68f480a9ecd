import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** Milliseconds without any bytes after which a download is tried again. */
const idleTimeoutMs = 60_000;

/** The server has answered, but not with the file. */
export class RefusedDownload extends Error {}

interface Rest {
  response: Response;
  /** Whether the response is what follows the draft. */
  isRest: boolean;
  maxBytes: number;
  /** Aborts the response. */
  idle: AbortController;
}

/** Adds the body of a response to a file, or replaces the file. */
export async function append(path: string, { response, isRest, maxBytes, idle }: Rest): Promise<void> {
  const target = await open(path, isRest ? 'a' : 'w', 0o600);
  const timer = setTimeout(() => idle.abort(new Error('nothing arrived for a minute')), idleTimeoutMs);
  try {
    let { size } = await target.stat();
    for await (const chunk of (response.body ?? []) as unknown as Readable) {
      timer.refresh();
      size += (chunk as Uint8Array).length;
      if (size > maxBytes) throw new Error('more arrived than the server has announced');
      await target.writeFile(chunk as Uint8Array);
    }
    await target.sync();
  } finally {
    clearTimeout(timer);
    await target.close();
  }
}

/** Returns the bytes of the whole content that a response is about. */
export function totalOf({ status, headers }: Response, start: number): number {
  if (status !== 206) return Number(headers.get('content-length') ?? Infinity);
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (Number(from) !== start) throw new RefusedDownload('the server sent another range');
  return Number(total);
}

export async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
