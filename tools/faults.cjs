/**
 * `npm run faults -- 1000 ["a fault"]` runs the fault tests of `npm test` with that many runs per fault, optionally only
 * the faults whose names contain the text. For schedules the number means minutes, at most ten. For `counters` it means
 * devices, with 20 kills. For `outputs` it means the runs of all its faults together. For `fuzz` it means requests, link
 * frames and phone frames each; FUZZ_SEED repeats an earlier test.
 */
const { spawnSync } = require('node:child_process');
const { join } = require('node:path');
const { root } = require('./nx.cjs');

const [, , runs = '1000', name = ''] = process.argv;
const jest = join(root, 'node_modules/jest/bin/jest.js');
/** Matches file names only, because the folder of the repository may have any name. */
const specs = String.raw`(faults[^/\\]*|fuzz)\.spec\.ts$`;
const { status } = spawnSync(
  process.execPath,
  [jest, '-c', 'apps/e2e/jest.config.cjs', specs, '--verbose', '-t', name],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FAULT_RUNS: runs } },
);
process.exitCode = status ?? 1;
