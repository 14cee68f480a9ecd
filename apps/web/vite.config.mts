import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { firstLoad } from './first-load.mjs';

/** Address of the API during development. */
const service = process.env.DROVER_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true },
  plugins: [react(), firstLoad({ maxGzipBytes: 200_000 })],
  build: {
    outDir: join(import.meta.dirname, '../../dist/apps/web'),
    emptyOutDir: true,
    // Browsers that support light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy forbids data: URLs for fonts and scripts.
    assetsInlineLimit: 0,
    // The code editor is large, but only loaded where it is used.
    chunkSizeWarningLimit: 600,
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
