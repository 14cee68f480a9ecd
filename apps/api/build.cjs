/**
 * `build.cjs <folder> [metafile]` bundles the server, its worker threads and its helper processes into a
 * folder, such as dist/apps/api. The metafile, such as dist/bundled/api.json, lists what is in the bundles.
 */
const { buildSync } = require('esbuild');
const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const entries = [
  'main.ts',
  'database/embedded/embedded.worker.ts',
  'auth/passwords.worker.cjs',
  'features/repositories/commit-projects.worker.ts',
  'programs/programs.worker.ts',
];

const [folder, metafilePath] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
const { metafile } = buildSync({
  entryPoints: entries.map((path) => join(__dirname, 'src', path)),
  entryNames: '[name]',
  outdir: folder,
  bundle: true,
  metafile: true,
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
if (metafilePath) {
  mkdirSync(dirname(metafilePath), { recursive: true });
  writeFileSync(metafilePath, JSON.stringify(metafile));
}
