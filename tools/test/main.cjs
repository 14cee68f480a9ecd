/**
 * `npm test` runs every check of every project, `npm run check` (`--affected`) those that a change can reach.
 * Further arguments go to Nx. The last line is `N passed, N failed`, over all test runs, cached ones included.
 */
const { execFileSync, spawnSync } = require('node:child_process');
const { existsSync, rmSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { delimiter, join } = require('node:path');
const { nx, root } = require('../nx.cjs');
const { countResults } = require('./results.cjs');

const [, , ...args] = process.argv;
const isAffectedOnly = args[0] === '--affected';
const resultsFolder = join(root, 'dist/test-results');

const targets = ['lint', 'typecheck', 'migrations', 'build', 'test', 'e2e'];
if (process.env.CI === 'true' || hasPostgres()) targets.push('test-postgres');
else console.log('*** SKIPPED: no PostgreSQL here. The API suite runs on the embedded database alone. ***');

/** Whether the API suite will find a server, or programs to start one with. */
function hasPostgres() {
  if (process.env.TEST_POSTGRES_URL) return true;
  const probe =
    "require('net').connect(5432, '127.0.0.1', () => process.exit(0)).on('error', () => process.exit(1))";
  const answers = spawnSync(process.execPath, ['-e', probe], { timeout: 2000 }).status === 0;
  const programs = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'initdb'));
  return answers || [...programs, '/usr/lib/postgresql'].some((path) => existsSync(path));
}

/** Where the change under way began; undefined where there is no earlier commit. */
function affectedBase() {
  const head = git('rev-parse', 'HEAD');
  for (const branch of ['origin/main', 'main', 'HEAD~1']) {
    const base = git('merge-base', 'HEAD', branch);
    if (base && base !== head) return base;
  }
  return undefined;
}

/** @param {string[]} command */
function git(...command) {
  try {
    return execFileSync('git', command, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}

const base = isAffectedOnly ? affectedBase() : undefined;
const selection = base ? ['affected', `--base=${base}`] : ['run-many'];
const rest = isAffectedOnly ? args.slice(1) : args;

rmSync(resultsFolder, { recursive: true, force: true });
// One more than there are cores: suites wait about as much as they compute.
const parallel = `--parallel=${availableParallelism() + 1}`;
const status = nx([...selection, '-t', targets.join(','), parallel, '--outputStyle=static', ...rest]);
const { passed, failed } = countResults(resultsFolder);
const isEmpty = passed + failed === 0 && !isAffectedOnly;

console.log();
if (isEmpty) console.log('No test ran.');
// A check that is not a test (lint, types, migrations), or a test run that broke off, counts as one failure.
if (status !== 0 && failed === 0) console.log('A check other than a test failed: see above.');
console.log(`${passed} passed, ${status === 0 ? failed : Math.max(failed, 1)} failed`);
process.exitCode = status !== 0 || failed > 0 || isEmpty ? 1 : 0;
