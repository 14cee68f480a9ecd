import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from './blob-store';
import { S3Client, S3Error } from './s3-client';
import type { Bucket } from './s3-settings';

/**
 * Stores blobs in a bucket of S3-compatible storage. Blobs that are not there are read from `former`, the store that was
 * used before.
 */
export function createS3Blobs(bucket: Bucket, former: BlobStore): BlobStore {
  const client = new S3Client(bucket);
  const pathOf = (folder: string, name: string) => keyOf(bucket, `${folder}/${name}`);
  return {
    // As a whole, because the request is signed with the hash of its body.
    put: async (folder, name, chunks) =>
      client.put(pathOf(folder, name), await buffer(Readable.from(chunks))),
    // The storage has flushed an object when it acknowledges it.
    flush: () => Promise.resolve(),
    async read(folder, name, range) {
      try {
        const body = await client.get(pathOf(folder, name), range);
        return body ? Readable.from(body, { objectMode: false }) : Readable.from([]);
      } catch (error) {
        if (!(error instanceof S3Error) || error.status !== 404) throw error;
        return former.read(folder, name, range).catch(() => Promise.reject(error));
      }
    },
    async remove(folder) {
      for (;;) {
        const keys = await client.list(pathOf(folder, ''));
        if (keys.length === 0) break;
        // Not every storage can delete several objects at once.
        for (const key of keys) await client.delete(key);
      }
      await former.remove(folder);
    },
  };
}

/** Stores, reads, lists and deletes an object. Rejects if the storage does not allow one of them. */
export async function assertUsable(bucket: Bucket): Promise<void> {
  const client = new S3Client(bucket);
  const key = keyOf(bucket, `doctor-${Date.now()}`);
  await client.put(key, Buffer.from(key));
  if ((await new Response(await client.get(key)).text()) !== key)
    throw new Error(`${key} was not stored as sent`);
  if (!(await client.list(key)).includes(key)) throw new Error(`${key} is not listed`);
  await client.delete(key);
}

const keyOf = ({ prefix }: Bucket, name: string) => (prefix ? `${prefix}/${name}` : name);
