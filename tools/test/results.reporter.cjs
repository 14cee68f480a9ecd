const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const { stripVTControlCharacters } = require('node:util');

const { NX_TASK_TARGET_PROJECT: project, NX_TASK_TARGET_TARGET: target } = process.env;

/**
 * What the reporter reads of a spec file.
 * @typedef {object} SpecResult
 * @property {string} testFilePath
 * @property {{ status: string, fullName: string, failureMessages: string[] }[]} testResults
 * @property {{ message: string } | null} [testExecError]
 */

/**
 * Writes the counts and the failures of a run to `dist/test-results`. The file is an output of the task, so Nx restores it
 * when the task comes from the cache, and `npm test` counts it.
 */
class ResultsReporter {
  /**
   * @param {unknown} _contexts
   * @param {Record<'numPassedTests' | 'numFailedTests' | 'numRuntimeErrorTestSuites', number> & { testResults: SpecResult[] }} results
   */
  onRunComplete(_contexts, results) {
    if (!project) return;
    const file = join(__dirname, `../../dist/test-results/${project}.${target}.json`);
    // A spec file that does not load counts as one failed test.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    mkdirSync(dirname(file), { recursive: true });
    const failures = results.testResults.flatMap(listFailures);
    writeFileSync(file, JSON.stringify({ passed: results.numPassedTests, failed, failures }));
  }
}

/**
 * Describes each failed test of a spec file, or the error by which the file did not load, as its name and the start
 * of its error.
 * @param {SpecResult} spec
 */
function listFailures(spec) {
  const path = relative(join(__dirname, '../..'), spec.testFilePath);
  const tests = spec.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({ name: fullName, error: failureMessages[0] ?? '' }));
  const errors = spec.testExecError ? [{ name: 'does not load', error: spec.testExecError.message }] : [];
  return [...tests, ...errors].map(({ name, error }) => {
    const message = stripVTControlCharacters(error)
      .split('\n    at ', 1)[0]
      ?.replace(/\s+/g, ' ')
      .slice(0, 300);
    return `${path}: ${name}: ${message}`;
  });
}

module.exports = ResultsReporter;
