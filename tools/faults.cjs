/**
 * `npm run faults -- 1000 ["a fault"]` is the long form of the fault suite that `npm test` runs in short: so many runs
 * for each fault, or for those whose names hold the text; of schedules, for so many minutes, ten at most.
 */
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const { root } = require('./nx.cjs');

const [, , runs = '1000', name = ''] = process.argv;
const jest = join(root, 'node_modules/jest/bin/jest.js');
/** By the names of the files: the folder of the repository may be called anything. */
const specs = String.raw`faults[^/\\]*\.spec\.ts$`;
const { status } = spawnSync(
  process.execPath,
  [jest, '-c', 'apps/e2e/jest.config.cjs', specs, '--verbose', '-t', name],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FAULT_RUNS: runs } },
);
process.exitCode = status ?? 1;
