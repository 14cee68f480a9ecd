import { createHash, type Hash } from 'node:crypto';
import type { BlobStore } from './blob-store';
import { readContent } from './read-content';

/** Uploads whose hashes are kept between their parts. The content of others is read again once it is complete. */
const maxHashes = 1000;

/** SHA-256 of uploads in progress, so that a content whose parts all came to this server need not be read again. */
export class UploadHashes {
  private readonly hashes = new Map<string, { hash: Hash; parts: number }>();

  /** Returns a copy of the hash of the first parts. Returns undefined if this server did not receive all of them. */
  get(key: string, parts: number): Hash | undefined {
    if (parts === 0) return createHash('sha256');
    const entry = this.hashes.get(key);
    return entry?.parts === parts ? entry.hash.copy() : undefined;
  }

  /** Keeps the hash of the first parts. */
  set(key: string, parts: number, hash: Hash | undefined): void {
    this.hashes.delete(key);
    if (!hash) return;
    this.hashes.set(key, { hash, parts });
    if (this.hashes.size <= maxHashes) return;
    for (const oldest of this.hashes.keys()) return void this.hashes.delete(oldest);
  }

  /**
   * Flushes a complete content, and returns its hash in hex. Returns undefined if a part is missing, as after a power cut.
   */
  async finish(blobs: BlobStore, content: { key: string; parts: string[] }): Promise<string | undefined> {
    const entry = this.hashes.get(content.key);
    this.hashes.delete(content.key);
    try {
      if (content.parts.length > 0) await blobs.flush(content.key, content.parts);
      if (entry?.parts === content.parts.length) return entry.hash.digest('hex');
      return await hashContent(blobs, content);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

async function hashContent(blobs: BlobStore, content: { key: string; parts: string[] }): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of readContent(blobs, content)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}

/** Whether an error says that a blob does not exist, on the disk or in S3. */
export function isMissing(error: unknown): boolean {
  const { code, status } = error as { code?: string; status?: number };
  return code === 'ENOENT' || status === 404;
}
