const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const { root } = require('../nx.cjs');

/** Where each test run writes its counts. */
const resultsFolder = join(root, 'dist/test-results');

/** Sums the counts of the test runs, one file per run. */
function countResults() {
  const total = { passed: 0, failed: 0 };
  const files = existsSync(resultsFolder) ? readdirSync(resultsFolder) : [];
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const { passed, failed } = JSON.parse(readFileSync(join(resultsFolder, file), 'utf8'));
    total.passed += passed;
    total.failed += failed;
  }
  return total;
}

module.exports = { countResults, resultsFolder };
