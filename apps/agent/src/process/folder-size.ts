import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What a file or folder counts at least, because it needs an entry of the file system. */
const entryBytes = 4096;

/** Returns the bytes that a folder needs on the disk. Stops counting beyond the maximum. */
export async function measureFolder(path: string, maxBytes: number): Promise<number> {
  let bytes = 0;
  const folders = [path];
  for (let folder = folders.pop(); folder !== undefined && bytes <= maxBytes; folder = folders.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const child = join(folder, entry.name);
      const stats = await lstat(child).catch(() => undefined);
      bytes += Math.max((stats?.blocks ?? 0) * 512, entryBytes);
      if (entry.isDirectory()) folders.push(child);
      if (bytes > maxBytes) break;
    }
  }
  return bytes;
}
