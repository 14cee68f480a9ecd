import { ARTIFACT_PART_BYTES } from '@drover/contract';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { readContent, type ByteRange } from '../../blobs/read-content';
import { isMissing } from '../../blobs/upload-hashes';
import { whenStored } from '../../blobs/when-stored';
import type { AppContext } from '../../context/app-context';
import { anyOf, now } from '../../database/expressions';
import { newId } from '../../database/ids';
import { db, execute, executeCount, executeFirst } from '../../database/sql';
import { transact } from '../../database/transaction';
import { ApiError, invalid, orNotFound } from '../../errors/api-error';

interface FileIds {
  accountId: string;
  fileId: string;
}

/** A part of a content, and where it begins. */
interface Part {
  offset: number;
  bytes: Buffer;
}

const columns = ['id', 'accountId', 'sha256', 'size', 'key', 'parts', 'bytes', 'completedAt'] as const;

/** Adds the next part of a file. A part that the file has already changes nothing. */
export async function uploadPart(context: AppContext, ids: FileIds, { offset, bytes }: Part): Promise<void> {
  const { pool, blobs, uploadHashes } = context;
  const { fileId } = ids;
  const file = orNotFound(await findFile(context, ids));
  if (offset < file.bytes) return completeFile(context, ids);
  if (offset !== file.bytes) {
    throw invalid('offset', `must be ${file.bytes}, because the parts before it have so many bytes`);
  }
  const expected = Math.min(ARTIFACT_PART_BYTES, file.size - offset);
  if (bytes.length !== expected) {
    throw invalid('data', `must have ${expected} bytes, but has ${bytes.length}`);
  }
  if (expected > 0) {
    // A name of its own, because two requests with the same part may differ in their bytes.
    const name = `${file.parts.length}-${newId()}`;
    await whenStored(context, blobs.put(file.key, name, [bytes]));
    const add = db
      .updateTable('InputFile')
      .set({ parts: [...file.parts, name], bytes: offset + bytes.length, usedAt: now })
      .where('id', '=', fileId)
      .where('key', '=', file.key)
      .where('bytes', '=', offset);
    const hash = uploadHashes.get(file.key, file.parts.length)?.update(bytes);
    if ((await executeCount(pool, add)) > 0) uploadHashes.set(file.key, file.parts.length + 1, hash);
  }
  await completeFile(context, ids);
}

/** Makes a file usable whose last part has arrived. Content with another SHA-256 is discarded. */
export async function completeFile(context: AppContext, ids: FileIds): Promise<void> {
  const file = await findFile(context, ids);
  if (!file || file.completedAt || file.bytes < file.size) return;
  const sha256 = await whenStored(context, context.uploadHashes.finish(context.blobs, file));
  const ofContent = { id: file.id, key: file.key };
  if (sha256 === file.sha256) {
    const complete = db
      .updateTable('InputFile')
      .set({ completedAt: now, usedAt: now })
      .where((eb) => eb.and(ofContent));
    await execute(context.pool, complete);
    return;
  }
  await transact(context.pool, async (client) => {
    const restart = db
      .updateTable('InputFile')
      .set({ key: newId(), parts: [], bytes: 0 })
      .where((eb) => eb.and(ofContent));
    if ((await executeCount(client, restart)) === 0) return;
    const { accountId, key, size } = file;
    const discarded = {
      key,
      accountId,
      deviceId: '',
      sha256: file.sha256,
      size,
      parts: [],
      isDiscarded: true,
    };
    await execute(client, db.insertInto('ArtifactUpload').values(discarded));
  });
  throw invalid('data', 'must have the SHA-256 of the file. Upload it again from the beginning');
}

/** A content that a device downloads. */
export interface Download {
  size: number;
  sha256: string;
  open: (range?: ByteRange) => Promise<Readable>;
}

/** Finds the content of a file that an open run of the device needs. */
export async function findDownload(
  context: AppContext,
  { accountId, deviceId, sha256 }: { accountId: string; deviceId: string; sha256: string },
): Promise<Download> {
  const openRuns = db
    .selectFrom('Run as r')
    .innerJoin('Job as j', 'j.id', 'r.jobId')
    .select('r.id')
    .where('r.deviceId', '=', deviceId)
    .where('r.finishedAt', 'is', null)
    .where(({ eb, val, ref }) => eb(val(sha256), '=', anyOf(ref('j.fileHashes'))));
  const select = db
    .selectFrom('InputFile')
    .select(columns)
    .where('accountId', '=', accountId)
    .where('sha256', '=', sha256)
    .where('completedAt', 'is not', null)
    .where((eb) => eb.exists(openRuns));
  const file = orNotFound(await executeFirst(context.pool, select));
  return {
    size: file.size,
    sha256,
    async open(range) {
      const body = readContent(context.blobs, file, range);
      if (file.parts.length > 0) await waitUntilReadable(context, body);
      return body;
    },
  };
}

/** Fails before the response begins if the store does not have the content, as after a restored backup. */
async function waitUntilReadable(context: AppContext, body: Readable): Promise<void> {
  try {
    await once(body, 'readable');
  } catch (error) {
    if (isMissing(error)) {
      throw new ApiError('notFound', { message: 'The storage no longer has the content of this file.' });
    }
    await whenStored(context, Promise.reject(error as Error));
  }
}

function findFile({ pool }: AppContext, { accountId, fileId }: FileIds) {
  const select = db
    .selectFrom('InputFile')
    .select(columns)
    .where('id', '=', fileId)
    .where('accountId', '=', accountId);
  return executeFirst(pool, select);
}
