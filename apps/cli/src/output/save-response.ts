import { createWriteStream, mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Returns the body of a response as a stream. */
export function readBody({ body }: Response): Readable {
  return body ? Readable.fromWeb(body as never) : Readable.from([]);
}

/** Writes the body of a response to a file, which exists only once it is complete. */
export async function saveResponse(response: Response, path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.part`;
  try {
    await pipeline(readBody(response), createWriteStream(draft));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
