import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { bundledModules } from './bundled-modules.mjs';
import { firstLoad } from './first-load.mjs';
import { nodeModules } from './node-modules';
import { scriptTypeFiles } from './script-type-files';

/** Address of the API during development. */
const service = process.env.DROVER_URL ?? 'http://127.0.0.1:3000';

const root = join(import.meta.dirname, '../..');
const bundled = bundledModules({ root, file: join(root, 'dist/bundled/web.json') });

const nodePath = join(import.meta.dirname, 'src/features/projects/build/node-path.ts');

export default defineConfig({
  root: import.meta.dirname,
  // The resolver of projects is written for Node.
  resolve: { tsconfigPaths: true, alias: [{ find: 'node:path', replacement: nodePath }] },
  plugins: [react(), firstLoad({ maxGzipBytes: 200_000 }), bundled.main],
  worker: {
    format: 'es',
    plugins: () => [scriptTypeFiles(root), nodeModules(), bundled.worker()],
  },
  build: {
    outDir: join(root, 'dist/apps/web'),
    emptyOutDir: true,
    // Browsers that support light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy forbids data: URLs for fonts and scripts.
    assetsInlineLimit: 0,
    // The code editor and the formatter are large, but only loaded where they are used.
    chunkSizeWarningLimit: 650,
    modulePreload: { polyfill: false },
    // The English texts of the first page are in the start bundle, although the texts' backend also imports them.
    rolldownOptions: {
      checks: { ineffectiveDynamicImport: false },
      // One chunk compresses better than the many that pages share.
      output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
    },
  },
  server: {
    port: 4200,
    // Keeps the Host header, which the server compares with the origin of the page.
    proxy: Object.fromEntries(
      ['/v1', '/docs', '/openapi.json', '/scripts'].map((path) => [path, { target: service }]),
    ),
  },
});
