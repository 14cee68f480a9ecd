import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

interface Options {
  maxGzipBytes: number;
}

/**
 * Limits the gzipped size of everything that the first page loads. Also writes a .gz file next to each asset, so
 * that the server does not have to compress.
 */
export function firstLoad({ maxGzipBytes }: Options): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const gzipped = new Map(Object.values(bundle).map((file) => [file.fileName, gzip(file)]));
      for (const [fileName, bytes] of gzipped) {
        if (fileName.startsWith('assets/')) await writeFile(join(dir, `${fileName}.gz`), bytes);
        // Large, and every browser that runs WebAssembly reads gzip.
        if (fileName.endsWith('.wasm')) await rm(join(dir, fileName));
      }
      const needed = getFirstLoadFiles(bundle);
      const size = [...needed].reduce((sum, name) => sum + (gzipped.get(name)?.length ?? 0), 0);
      const message = `First load: ${formatKilobytes(size)} gzipped (limit: ${formatKilobytes(maxGzipBytes)}).`;
      if (size > maxGzipBytes) this.error(message);
      console.log(message);
    },
  };
}

function gzip(file: Rolldown.OutputAsset | Rolldown.OutputChunk): Buffer {
  return gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 });
}

/** Returns the HTML page, the entry chunks, and all their static imports and style sheets. */
function getFirstLoadFiles(bundle: Rolldown.OutputBundle): Set<string> {
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
    const isFirst = file.type === 'chunk' ? file.isEntry : /\.html$/.test(file.fileName);
    if (isFirst) add(file.fileName);
  }
  return needed;
}

function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
