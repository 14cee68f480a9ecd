import type { Request } from 'express';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../errors/api-error';
import type { Foreground } from '../tasks/foreground';
import { JsonMeter } from './json';

/** How long each part of a body waits for requests that are being processed. */
const pauseMs = 2;

interface Limits {
  maxBytes: number;
  tooLarge: ApiError;
  foreground: Pick<Foreground, 'untilIdle'>;
}

/** Whether `readLongText` can read a body. Others are converted as a whole. */
export function isPlainText({ headers }: Request): boolean {
  const charset = /charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const encoding = headers['content-encoding'] ?? 'identity';
  return /^utf-?8$/i.test(charset) && encoding.toLowerCase() === 'identity';
}

/**
 * Reads a long body in parts, between which requests are processed, and which count for the share of its owner. Refuses JSON
 * with too many values as soon as it has arrived so far, and then reads the rest without keeping it, because a client may
 * read the answer only afterwards.
 */
export async function readLongText(
  request: Request,
  { maxBytes, tooLarge, foreground }: Limits,
): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
  const decoder = new StringDecoder('utf8');
  const meter = new JsonMeter();
  // Bytes and not texts, which the garbage collector would copy again and again while the body arrives.
  let parts: Buffer[] = [];
  let bytes = 0;
  let isJson: boolean | undefined;
  let refusal: ApiError | undefined;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge;
    if (!refusal) {
      parts.push(chunk);
      const part = decoder.write(chunk);
      isJson ??= beginsLikeJson(part);
      refusal = isJson === false ? undefined : measure(meter, part);
      if (refusal) parts = [];
    }
    // Without this pause, Node reads up to 32 chunks of 64 KB in one turn of the event loop.
    await nextTurn();
    await foreground.untilIdle(pauseMs);
    await request.untilInShare?.();
  }
  if (refusal) throw refusal;
  return Buffer.concat(parts).toString();
}

/** A form whose text begins like JSON is read as JSON too. */
function beginsLikeJson(text: string): boolean | undefined {
  const [first] = /[^\s\uFEFF]/.exec(text) ?? [];
  return first === undefined ? undefined : first === '[' || first === '{';
}

function measure(meter: JsonMeter, part: string): ApiError | undefined {
  try {
    meter.add(part);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
