/**
 * `npm run check` runs what a change most likely breaks, in less than a minute for a change of one feature: lint and types of
 * every affected project, formatting, dead code and import cycles, the unit tests of affected projects, and the API specs
 * that are related to the change. `npm test` runs everything.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, rmSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { join } = require('node:path');
const { nx, root } = require('../nx.cjs');
const { findBase, listChangedFiles } = require('./changes.cjs');
const { listRelatedSpecs } = require('./related-specs.cjs');
const { countResults, resultsFolder } = require('./results.cjs');

const base = findBase();
const changed = listChangedFiles(base);

/** The folders of projects with slow tests that depend on most other projects. They run if the folder itself changed. */
const slowProjects = {
  docs: 'docs/',
  drift: 'tools/drift/',
  'new-feature': 'tools/new-feature/',
  tools: 'tools/',
};
const skippedProjects = Object.entries(slowProjects)
  .filter(([, folder]) => !changed.some((path) => path.startsWith(folder)))
  .map(([project]) => project);

const started = Date.now();
rmSync(resultsFolder, { recursive: true, force: true });

const failed = [
  ...check('formatting', checkFormat),
  ...check('lint, types, dead code, import cycles, migrations', () =>
    runAffected('lint,typecheck,dead-code,cycles,migrations'),
  ),
  ...check('tests', () => runAffected('test', `--exclude=${['api', ...skippedProjects].join(',')}`)),
  ...check('related API specs', testRelated),
];
const { passed, failed: failedTests, failures } = countResults();

console.log(`\nChecked ${changed.length} changed files in ${Math.round((Date.now() - started) / 1000)} s.`);
for (const failure of failures) console.log(`Failed: ${failure}`);
if (failed.length > 0) console.log(`Failed: ${failed.join('; ')}. See above.`);
console.log(`${passed} passed, ${failed.length > 0 ? Math.max(failedTests, 1) : 0} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;

/**
 * Returns the name of the check if it failed.
 * @param {string} name
 * @param {() => number} run returns an exit code
 */
function check(name, run) {
  return run() === 0 ? [] : [name];
}

function checkFormat() {
  const files = changed.filter((path) => existsSync(join(root, path)));
  if (files.length === 0) return 0;
  const prettier = join(root, 'node_modules/prettier/bin/prettier.cjs');
  const args = ['--check', '--ignore-unknown', '--log-level=warn', ...files];
  return spawnSync(process.execPath, [prettier, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

/**
 * @param {string} targets
 * @param {string[]} options
 */
function runAffected(targets, ...options) {
  const parallel = `--parallel=${availableParallelism()}`;
  const selection = base ? ['affected', `--base=${base}`] : ['run-many'];
  return nx([...selection, '-t', targets, parallel, '--outputStyle=static', ...options]);
}

function testRelated() {
  const specs = listRelatedSpecs(root, changed);
  if (specs.length === 0) return 0;
  return nx(['run', 'api:test-related', '--outputStyle=static', '--', ...specs]);
}
