import { mkdir, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isWindows, syncPath } from '../files/sync-files';
import type { BlobStore } from './blob-store';

/** Files that are flushed at the same time. Node has four threads for files. */
const flushesAtOnce = 2;

/** Bytes of a blob that may wait until they are written. */
const waitingBytes = 1024 ** 2;

/** Stores blobs as files. Folders are divided by the end of their IDs, which is random. */
export function createDiskBlobs(root: string): BlobStore {
  const pathOf = (folder: string) => join(root, folder.slice(-2), folder);
  return {
    async put(folder, name, chunks) {
      const path = pathOf(folder);
      await mkdir(path, { recursive: true, mode: 0o700 });
      await pipeline(
        chunks,
        createWriteStream(join(path, name), { mode: 0o600, highWaterMark: waitingBytes }),
      );
    },
    async flush(folder, names) {
      const path = pathOf(folder);
      // Several at once, so that the file system writes its journal less often.
      const left = [...names];
      const flushNext = async (): Promise<void> => {
        for (let name = left.pop(); name !== undefined; name = left.pop())
          await syncPath(join(path, name), 'r+');
      };
      await Promise.all(Array.from({ length: flushesAtOnce }, flushNext));
      for (const directory of [path, join(path, '..'), root]) {
        if (!isWindows) await syncPath(directory, 'r');
      }
    },
    async read(folder, name, range) {
      const stream = createReadStream(join(pathOf(folder), name), range);
      await once(stream, 'open');
      return stream;
    },
    async remove(folder) {
      await rm(pathOf(folder), { recursive: true, force: true });
    },
  };
}
