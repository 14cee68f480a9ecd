/** `build.cjs <folder>` bundles the server and its worker threads into a folder, such as dist/apps/api. */
const { buildSync } = require('esbuild');
const { rmSync } = require('node:fs');
const { join } = require('node:path');

const entries = [
  'main.ts',
  'database/embedded/embedded.worker.ts',
  'auth/passwords.worker.cjs',
  'features/repositories/commit-projects.worker.ts',
];

const [folder] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
buildSync({
  entryPoints: entries.map((path) => join(__dirname, 'src', path)),
  entryNames: '[name]',
  outdir: folder,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // Optional packages of our dependencies, and the packages that the server is installed with.
  external: [
    ...['bufferutil', 'utf-8-validate', 'tsx', 'pg-native'],
    ...['@electric-sql/pglite', '@node-rs/argon2', 'esbuild', '@swc/core'],
  ],
  logLevel: 'warning',
});
