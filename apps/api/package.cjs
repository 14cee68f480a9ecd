/**
 * `package.cjs <folder>` assembles the package @drover/server from the built projects. Its folders are those of the
 * repository, so that the server finds the console, the phones' agent and the migrations in the same places.
 */
const { cpSync, mkdirSync, rmSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../..');
const target = join(root, process.argv[2] ?? 'dist/packages/server');

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const folder of ['dist/apps/api', 'dist/apps/web', 'dist/apps/phone', 'apps/api/prisma/migrations']) {
  cpSync(join(root, folder), join(target, folder), { recursive: true });
}
for (const file of ['package.json', 'README.md']) cpSync(join(__dirname, file), join(target, file));
// Devices download these from the server.
for (const file of ['drover-agent.tgz', 'install.sh', 'install.ps1']) {
  cpSync(join(root, 'dist/apps/agent', file), join(target, 'dist/apps/agent', file));
}
cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
