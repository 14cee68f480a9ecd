/**
 * `npm test` runs every check of every project. Arguments go to Nx. The last line is `N passed, N failed`, over all test
 * runs, cached ones included.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, rmSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { delimiter, join } = require('node:path');
const { nx } = require('../nx.cjs');
const { countResults, resultsFolder } = require('./results.cjs');

const targets = [
  ...['e2e', 'test', 'build', 'lint', 'typecheck', 'migrations'],
  ...['format', 'dead-code', 'cycles', 'links'],
];
if (process.env.CI === 'true' || hasPostgres()) targets.push('test-embedded');
else console.log('*** Found no PostgreSQL: all tests run on the embedded database only. ***');

/** Returns whether the tests will find a PostgreSQL server, or the programs to start one. */
function hasPostgres() {
  if (process.env.TEST_POSTGRES_URL) return true;
  const connect =
    "require('net').connect(5432, '127.0.0.1', () => process.exit(0)).on('error', () => process.exit(1))";
  const isListening = spawnSync(process.execPath, ['-e', connect], { timeout: 2000 }).status === 0;
  const programs = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'initdb'));
  return isListening || [...programs, '/usr/lib/postgresql'].some((path) => existsSync(path));
}

rmSync(resultsFolder, { recursive: true, force: true });
// More tasks at the same time would not make the whole run faster, and each test would take longer. The API's tests and the
// browser stories run alone (`parallelism` in their project.json), because their workers keep two cores busy.
const parallel = `--parallel=${availableParallelism()}`;
const args = process.argv.slice(2);
const status = nx(['run-many', '-t', targets.join(','), parallel, '--outputStyle=static', ...args]);
const { passed, failed, failures } = countResults();
const isEmpty = passed + failed === 0;

console.log();
if (isEmpty) console.log('No test ran.');
for (const failure of failures) console.log(`Failed: ${failure}`);
// A failed check that is not a test (lint, types, migrations), or a test run that stopped early, counts as one failure.
if (status !== 0 && failed === 0) console.log('A check that is not a test failed. See above.');
console.log(`${passed} passed, ${status === 0 ? failed : Math.max(failed, 1)} failed`);
process.exitCode = status !== 0 || failed > 0 || isEmpty ? 1 : 0;
