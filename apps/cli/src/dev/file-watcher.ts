import { existsSync, statSync, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** A file that is missing for this long was removed, and not only replaced. */
const removalMs = 200;

/** Editors save in several steps. Changes within this time count as one save. */
const settleMs = 10;

/**
 * Calls `onSave` after one of the files was saved. Watches their folders, because many editors replace a file instead
 * of writing to it. Returns a function that stops watching.
 */
export function watchFiles(files: string[], onSave: () => void): () => void {
  let stamp = getStamps(files);
  let timer: NodeJS.Timeout | undefined;
  const check = (mayBeMissing = false) => {
    const now = getStamps(files);
    if (now === stamp) return;
    if (now.includes(missing) && !mayBeMissing) {
      timer = setTimeout(check, removalMs, true);
      return;
    }
    stamp = now;
    onSave();
  };
  const names = new Set(files.map((file) => basename(file)));
  const folders = [...new Set(files.map((file) => dirname(resolve(file))))].filter((folder) =>
    existsSync(folder),
  );
  const watchers = folders.map((folder) =>
    watch(folder, (_event, name) => {
      if (name !== null && !names.has(name)) return;
      clearTimeout(timer);
      timer = setTimeout(check, settleMs);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** Stamp of a file that is missing or empty, as it can be in the middle of a save. */
const missing = 'missing';

function getStamps(files: string[]): string {
  return files.map(getStamp).join();
}

function getStamp(file: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(file);
    return size === 0 ? missing : `${mtimeMs}-${size}-${ino}`;
  } catch {
    return missing;
  }
}
