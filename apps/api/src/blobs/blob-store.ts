import type { Readable } from 'node:stream';

export type Chunks = Iterable<Buffer> | AsyncIterable<Buffer>;

/**
 * Stores bytes outside of the database. A blob has a name in a folder, and is never changed. Folders have IDs that are
 * never used again, so that deleting one cannot race with writing it.
 */
export interface BlobStore {
  /** Stores a blob. A power cut may lose it until it is flushed. */
  put(folder: string, name: string, chunks: Chunks): Promise<void>;
  /** Flushes blobs of a folder. They survive a power cut once the promise is fulfilled. Rejects if one does not exist. */
  flush(folder: string, names: string[]): Promise<void>;
  /** Reads a blob, or the bytes from `start` to `end`, which is included. Rejects if it does not exist. */
  read(folder: string, name: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Deletes a folder and everything in it. A folder that does not exist is no error. */
  remove(folder: string): Promise<void>;
}
