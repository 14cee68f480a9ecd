import { open, mkdir, rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from '../files/sync-files';
import type { BlobStore } from './blob-store';

/** Stores blobs as files. Folders are divided by the end of their IDs, which is random. */
export function createDiskBlobs(root: string): BlobStore {
  const pathOf = (folder: string) => join(root, folder.slice(-2), folder);
  return {
    async put(folder, name, bytes) {
      const path = pathOf(folder);
      const isNew = (await mkdir(path, { recursive: true, mode: 0o700 })) !== undefined;
      const draft = join(path, `${name}.draft`);
      const file = await open(draft, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, join(path, name));
      syncDirectory(path);
      if (!isNew) return;
      syncDirectory(join(path, '..'));
      syncDirectory(root);
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
