/** Severities that fail the audit. */
const failing = ['high', 'critical'];

/**
 * Reads the output of `npm audit --json`. Returns `clean`, `vulnerable` or `unknown`, with a line that says why.
 * `unknown` means that the registry did not answer: nothing is known about the packages then.
 *
 * @param {string} output
 * @returns {{ result: 'clean' | 'vulnerable' | 'unknown', text: string }}
 */
function readReport(output) {
  const report = parse(output);
  const counts = report?.metadata?.vulnerabilities;
  if (counts === undefined) {
    const reason = report?.message ?? report?.error?.summary ?? 'npm audit returned no report';
    return { result: 'unknown', text: `The dependencies were not audited: ${reason || 'unknown error'}` };
  }
  const found = Object.values(report.vulnerabilities ?? {})
    .filter(({ severity }) => failing.includes(severity))
    .map(({ name, range, severity }) => `${name} ${range} (${severity})`);
  if (found.length > 0) {
    return {
      result: 'vulnerable',
      text: `Production dependencies have known vulnerabilities: ${found.join(', ')}`,
    };
  }
  return {
    result: 'clean',
    text: `Audited production dependencies: none of high severity, ${counts.total} lower.`,
  };
}

/**
 * @param {string} output
 * @returns {any}
 */
function parse(output) {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

module.exports = { readReport };
