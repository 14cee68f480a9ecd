import { createScratchFolder, getProgramPath } from '@drover/test-installation';
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

let folder: string;
let remove: () => Promise<void>;
let packed: { filename: string; files: { path: string }[] };

beforeAll(async () => {
  ({ path: folder, remove } = await createScratchFolder());
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: dirname(getProgramPath('cli')),
  });
  [packed] = JSON.parse(stdout) as [typeof packed];
  await run('tar', ['-xzf', packed.filename], { cwd: folder });
});
afterAll(() => remove());

/** Runs `drover` from its package alone, in an environment that does not force colours. */
const drover = (...args: string[]) =>
  run(process.execPath, [join(folder, 'package/main.js'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
  });

describe('npm package drover', () => {
  it('contains the program, README and licence', () => {
    expect(packed.files.map(({ path }) => path)).toEqual([
      'LICENSE',
      'README.md',
      'jq.js',
      'main.js',
      'mcp.js',
      'package.json',
      'projects.js',
    ]);
  });

  it('runs without any other package', async () => {
    const { stdout } = await drover('run', '--help');
    expect(stdout).toContain('Usage: drover run [options] [script]');
    expect((await drover('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('filters with jq', async () => {
    expect((await drover('contexts', '--jq', '.count')).stdout).toBe('0\n');
  });

  it('does not offer to start the server, which it does not contain', async () => {
    await expect(drover('serve')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("unknown command 'serve'"),
    });
    expect((await drover('--help')).stdout).not.toMatch(/^ +serve /m);
  });
});
