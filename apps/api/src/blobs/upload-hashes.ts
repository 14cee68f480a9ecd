import { createHash, type Hash } from 'node:crypto';
import type { BlobStore } from './blob-store';
import { readContent } from './read-content';

/** Uploads whose hashes are kept between their parts. The content of others is read again once it is complete. */
const maxHashes = 1000;

/** SHA-256 of uploads in progress, so that a content whose parts all came to this server need not be read again. */
export class UploadHashes {
  private readonly hashes = new Map<string, { hash: Hash; parts: number }>();

  /** Adds the part that follows `parts` others. */
  add(key: string, parts: number, bytes: Buffer): void {
    const entry = this.hashes.get(key) ?? { hash: createHash('sha256'), parts: 0 };
    this.hashes.delete(key);
    if (entry.parts !== parts) return;
    this.hashes.set(key, { hash: entry.hash.update(bytes), parts: parts + 1 });
    if (this.hashes.size <= maxHashes) return;
    for (const oldest of this.hashes.keys()) return void this.hashes.delete(oldest);
  }

  /** Returns the hash of a complete content, in hex. */
  async finish(blobs: BlobStore, content: { key: string; parts: string[] }): Promise<string> {
    const entry = this.hashes.get(content.key);
    this.hashes.delete(content.key);
    if (entry?.parts === content.parts.length) return entry.hash.digest('hex');
    const hash = createHash('sha256');
    for await (const bytes of readContent(blobs, content)) hash.update(bytes as Buffer);
    return hash.digest('hex');
  }
}
