import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import type { Plugin } from 'vite';

interface Options {
  /** File to write, of the shape of esbuild's metafile. */
  file: string;
  /** Paths are relative to this folder. */
  root: string;
}

/** What a module says about itself if it contains files that it did not import. */
interface ModuleMeta {
  files?: string[];
}

/**
 * Records which modules are in the console, for the bill of materials. Workers are bundles of their own and need the
 * second plugin. They are complete before the console is written.
 */
export function bundledModules({ file, root }: Options): { main: Plugin; worker: () => Plugin } {
  const outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }> = {};
  const record: Plugin['generateBundle'] = function (_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const inputs = Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) => {
        const { files = [id] } = (this.getModuleInfo(id)?.meta ?? {}) as ModuleMeta;
        // A style sheet becomes a file of its own.
        const bytesInOutput = /\.css($|\?)/.test(id) ? 1 : renderedLength;
        return files.map((path) => [relative(root, path.replace(/[?#].*$/, '')), { bytesInOutput }] as const);
      });
      outputs[chunk.fileName] = { inputs: Object.fromEntries(inputs) };
    }
  };
  return {
    main: {
      name: 'bundled-modules',
      apply: 'build',
      generateBundle: record,
      async writeBundle() {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, JSON.stringify({ outputs }));
      },
    },
    worker: () => ({ name: 'bundled-modules', apply: 'build', generateBundle: record }),
  };
}
