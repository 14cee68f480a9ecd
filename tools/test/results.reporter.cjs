const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const { NX_TASK_TARGET_PROJECT: project, NX_TASK_TARGET_TARGET: target } = process.env;

/**
 * Writes the counts of a run to `dist/test-results`. The file is an output of the task, so Nx restores it when the task
 * comes from the cache, and `npm test` counts it.
 */
class ResultsReporter {
  /**
   * @param {unknown} _contexts
   * @param {Record<'numPassedTests' | 'numFailedTests' | 'numRuntimeErrorTestSuites', number>} results
   */
  onRunComplete(_contexts, results) {
    if (!project) return;
    const file = join(__dirname, `../../dist/test-results/${project}.${target}.json`);
    // A spec file that does not load counts as one failed test.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ passed: results.numPassedTests, failed }));
  }
}

module.exports = ResultsReporter;
