const { spawnSync } = require('node:child_process');
const { join } = require('node:path');

const root = join(__dirname, '..');
const nxProgram = join(root, 'node_modules/nx/dist/bin/nx.js');

/**
 * Runs Nx and returns its exit code.
 * @param {string[]} args
 * @param {import('node:child_process').StdioOptions} [stdio]
 */
function nx(args, stdio = ['ignore', 'inherit', 'inherit']) {
  const env = {
    ...process.env,
    ...{ NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' },
  };
  return spawnSync(process.execPath, [nxProgram, ...args], { cwd: root, stdio, env }).status ?? 1;
}

module.exports = { nx, root };
