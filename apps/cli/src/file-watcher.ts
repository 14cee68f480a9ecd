import { statSync, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** Editors save in several steps: what follows at once belongs to the same save. */
const settleMs = 10;

/**
 * Calls when one of the files has been saved. Their folders are watched, since many editors put a new file in the
 * place of the old one.
 */
export function watchFiles(files: string[], onSave: () => void): () => void {
  let stamp = stampOf(files);
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const now = stampOf(files);
    if (now === stamp || now.includes(missing)) return;
    stamp = now;
    onSave();
  };
  const names = new Set(files.map((file) => basename(file)));
  const watchers = [...new Set(files.map((file) => dirname(resolve(file))))].map((folder) =>
    watch(folder, (_event, name) => {
      if (name !== null && !names.has(name)) return;
      clearTimeout(timer);
      timer = setTimeout(look, settleMs);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** Stands for a file that is away, or empty, in the middle of a save. */
const missing = 'missing';

function stampOf(files: string[]): string {
  return files.map(stampOfFile).join();
}

function stampOfFile(file: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(file);
    return size === 0 ? missing : `${mtimeMs}-${size}-${ino}`;
  } catch {
    return missing;
  }
}
