const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const { root } = require('../nx.cjs');

/** Where each test run writes its counts. */
const resultsFolder = join(root, 'dist/test-results');

/** Sums the counts of the test runs and lists the failed tests, from one file per run. */
function countResults() {
  const total = { passed: 0, failed: 0, failures: /** @type {string[]} */ ([]) };
  const files = existsSync(resultsFolder) ? readdirSync(resultsFolder) : [];
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const { passed, failed, failures } = JSON.parse(readFileSync(join(resultsFolder, file), 'utf8'));
    total.passed += passed;
    total.failed += failed;
    total.failures.push(...failures);
  }
  return total;
}

module.exports = { countResults, resultsFolder };
