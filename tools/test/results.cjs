const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Sums what the test runs left in the folder, one file a run.
 * @param {string} folder
 * @returns {{ passed: number, failed: number }}
 */
function countResults(folder) {
  const total = { passed: 0, failed: 0 };
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  for (const file of files) {
    const { passed, failed } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    total.passed += passed;
    total.failed += failed;
  }
  return total;
}

module.exports = { countResults };
