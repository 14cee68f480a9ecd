import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

interface Options {
  maxGzipBytes: number;
  /** Chunks that are imported later by name, but always before the first page is complete. */
  always: string[];
}

/**
 * Holds what a browser fetches until the first page is complete to a limit, and leaves every file gzipped beside
 * itself, so that the server has nothing to pack.
 */
export function firstLoad({ maxGzipBytes, always }: Options): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const packed = new Map(Object.values(bundle).map((file) => [file.fileName, pack(file)]));
      for (const [fileName, bytes] of packed) {
        if (fileName.startsWith('assets/')) await writeFile(join(dir, `${fileName}.gz`), bytes);
      }
      const needed = neededFirst(bundle, always);
      const size = [...needed].reduce((sum, name) => sum + (packed.get(name)?.length ?? 0), 0);
      const sentence = `The first load is ${kilobytes(size)} gzipped, of at most ${kilobytes(maxGzipBytes)}.`;
      if (size > maxGzipBytes) this.error(sentence);
      console.log(sentence);
    },
  };
}

function pack(file: Rolldown.OutputAsset | Rolldown.OutputChunk): Buffer {
  return gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 });
}

/** The page, its entries and what is always with them, and all that these import, with their style sheets. */
function neededFirst(bundle: Rolldown.OutputBundle, always: string[]): Set<string> {
  const needed = new Set<string>();
  const add = (fileName: string) => {
    if (needed.has(fileName)) return;
    needed.add(fileName);
    const file = bundle[fileName];
    if (file?.type !== 'chunk') return;
    file.imports.forEach(add);
    file.viteMetadata?.importedCss.forEach(add);
  };
  for (const file of Object.values(bundle)) {
    const isFirst =
      file.type === 'chunk' ? file.isEntry || always.includes(file.name) : /\.html$/.test(file.fileName);
    if (isFirst) add(file.fileName);
  }
  return needed;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
