import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { firstLoad } from './first-load.mjs';

/** Where the service runs while the console is worked on. */
const service = process.env.DROVER_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true },
  plugins: [react(), firstLoad({ maxGzipBytes: 200_000, always: ['home-page'] })],
  build: {
    outDir: join(import.meta.dirname, '../../dist/apps/web'),
    emptyOutDir: true,
    // Browsers that know light-dark() by themselves.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The policy of the pages lets no data: fonts or scripts in, and a small file is cached as well as a large one.
    assetsInlineLimit: 0,
    // The editor is large, and fetched where it is used alone.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
  },
  server: {
    port: 4200,
    proxy: Object.fromEntries(['/v1', '/docs', '/openapi.json', '/scripts'].map((path) => [path, service])),
  },
});
