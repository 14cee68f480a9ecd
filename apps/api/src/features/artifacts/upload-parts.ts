import { ARTIFACT_PART_BYTES } from '@drover/contract';
import type { Hash } from 'node:crypto';
import type { Chunks } from '../../blobs/blob-store';
import { whenStored } from '../../blobs/when-stored';
import type { AppContext } from '../../context/app-context';
import { newId } from '../../database/ids';
import { db, execute, executeCount, prepared } from '../../database/sql';
import { ApiError } from '../../errors/api-error';
import type { RequestBody } from '../../http/request-body';
import { addPart } from './upload-statements';

/** The device that uploads. */
export interface Uploader {
  deviceId: string;
  accountId: string;
}

/** The content that the server has of an upload. */
export interface Upload {
  key: string;
  parts: string[];
  bytes: number;
  isNew?: boolean;
}

interface ContentOf {
  uploader: Uploader;
  request: { sha256: string; size: number; body: RequestBody };
  upload: Upload;
}

/**
 * Stores the parts that a request brings, each as soon as it has arrived. Parts that were stored remain if the request is
 * interrupted. Returns undefined if another request has stored one of them meanwhile.
 */
export async function storeParts(
  context: AppContext,
  { uploader, request: { sha256, size, body }, upload }: ContentOf,
): Promise<Upload | undefined> {
  assertParts(body.bytes, size - upload.bytes);
  if (upload.isNew) {
    const { accountId, deviceId } = uploader;
    const row = { key: upload.key, accountId, deviceId, sha256, size, parts: [] };
    await execute(context.pool, db.insertInto('ArtifactUpload').values(row));
  }
  let stored = upload;
  let hash = context.uploadHashes.get(upload.key, upload.parts.length);
  let isRecorded: Promise<boolean> | boolean = true;
  for (let left = body.bytes; left > 0; left -= ARTIFACT_PART_BYTES) {
    const bytes = Math.min(ARTIFACT_PART_BYTES, left);
    // A name of its own, because two requests with the same part may differ in their bytes.
    const name = `${stored.parts.length}-${newId()}`;
    const part = context.blobs.put(upload.key, name, hashed(body.take(bytes), hash));
    const [isFirst] = await Promise.all([isRecorded, whenStored(context, part)]);
    if (!isFirst) return undefined;
    // Recorded while the next part arrives.
    const before = stored;
    stored = { key: upload.key, parts: [...before.parts, name], bytes: before.bytes + bytes };
    isRecorded = record(context, { before, stored, hash });
    hash = hash?.copy();
  }
  return (await isRecorded) ? stored : undefined;
}

function assertParts(bytes: number, bytesLeft: number): void {
  if (bytes === bytesLeft) return;
  if (bytes > 0 && bytes < bytesLeft && bytes % ARTIFACT_PART_BYTES === 0) return;
  throw new ApiError('malformedRequest', {
    message:
      `The body must have a Content-Length of ${bytesLeft} bytes, which is all that is left, or of whole parts of ` +
      `${ARTIFACT_PART_BYTES} bytes. This one has ${bytes} bytes.`,
  });
}

async function* hashed(chunks: Chunks, hash: Hash | undefined): AsyncGenerator<Buffer, void> {
  for await (const chunk of chunks) {
    hash?.update(chunk);
    yield chunk;
  }
}

/** Adds a part to its upload. Returns false if another request has added one meanwhile. */
async function record(
  { pool, uploadHashes }: AppContext,
  { before, stored, hash }: { before: Upload; stored: Upload; hash: Hash | undefined },
): Promise<boolean> {
  const add = addPart({ ...stored, bytesBefore: before.bytes });
  if ((await executeCount(pool, prepared(add))) === 0) return false;
  uploadHashes.set(stored.key, stored.parts.length, hash);
  return true;
}
