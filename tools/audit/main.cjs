/**
 * `npm run audit` asks the registry for known vulnerabilities of the production dependencies. Exits with 0 if there is
 * none of high severity, with 1 if there is one, and with 2 if the registry did not answer.
 */
const { spawnSync } = require('node:child_process');
const { readReport } = require('./report.cjs');

const exitCodes = { clean: 0, vulnerable: 1, unknown: 2 };

const args = ['audit', '--omit=dev', '--package-lock-only', '--json'];
const { stdout } = spawnSync('npm', args, {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
const { result, text } = readReport(stdout ?? '');
console.log(text);
process.exitCode = exitCodes[result];
