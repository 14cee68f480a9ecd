import { mkdirSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig } from 'tsdown';

/** Bytes of each module format after compression: what a page has to load. */
const gzipBytesMax = 18_000;

/** @param {import('tsdown').RolldownChunk[]} chunks */
function requireSmall(chunks) {
  for (const chunk of chunks) {
    if (chunk.type !== 'chunk' || !/\.[cm]js$/.test(chunk.fileName)) continue;
    const { length } = gzipSync(chunk.code);
    if (length > gzipBytesMax)
      throw new Error(`${chunk.fileName} has ${length} bytes after gzip; ${gzipBytesMax} are the most.`);
    console.log(`${chunk.fileName}: ${length} bytes after gzip`);
  }
}

/**
 * Records what is in the bundles, in the shape of esbuild's metafile, for the bill of materials.
 * @param {import('tsdown').RolldownChunk[]} chunks
 */
function recordInputs(chunks) {
  const root = new URL('../..', import.meta.url).pathname;
  const outputs = Object.fromEntries(
    chunks
      .filter((chunk) => chunk.type === 'chunk')
      .map(({ fileName, moduleIds }) => [
        fileName,
        { inputs: Object.fromEntries(moduleIds.map((id) => [relative(root, id), { bytesInOutput: 1 }])) },
      ]),
  );
  mkdirSync(`${root}dist/bundled`, { recursive: true });
  writeFileSync(`${root}dist/bundled/sdk.json`, JSON.stringify({ outputs }));
}

export default defineConfig({
  entry: 'src/index.ts',
  outDir: '../../dist/libs/sdk',
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  fixedExtension: true,
  dts: true,
  // Names stay as they are, for readable stack traces.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  // The declarations carry the comments.
  outputOptions: { comments: { jsdoc: false } },
  // Comments that name the source files would be a part of the size.
  inputOptions: { checks: { pluginTimings: false }, experimental: { attachDebugInfo: 'none' } },
  copy: ['package.json', 'README.md', '../../LICENSE'],
  logLevel: 'warn',
  hooks: {
    'build:done': ({ chunks }) => {
      requireSmall(chunks);
      recordInputs(chunks);
    },
  },
});
