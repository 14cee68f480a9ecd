import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '../..');

/** Returns the output of a program, whether it succeeded or not. */
async function outputOf(...args: string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 1e8 });
  const { stdout, stderr } = await run.catch((failure: { stdout: string; stderr: string }) => failure);
  return stdout || stderr;
}

describe('npm run docs', () => {
  it('reports no outdated document', async () => {
    const tsx = ['node_modules/tsx/dist/cli.mjs', '--tsconfig', 'tools/tsconfig.json'];
    expect(await outputOf(...tsx, 'tools/docs/main.ts', '--check')).toBe('');
  }, 180_000);
});

describe('docs/openapi.json', () => {
  it('is valid OpenAPI without warnings', async () => {
    const lint = ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'docs/openapi.json'];
    const options = ['--config=tools/docs/redocly.yaml', '--format=json'];
    const report = JSON.parse(await outputOf(...lint, ...options)) as {
      totals: object;
      problems: { ruleId: string; message: string }[];
    };
    expect(report.problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    expect(report.totals).toMatchObject({ errors: 0, warnings: 0 });
  });
});
