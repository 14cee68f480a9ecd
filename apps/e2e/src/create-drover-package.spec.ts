import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { installPackages, root, type PackedPackages } from './testing/packed-package';

const run = promisify(execFile);

/** What the packages of a created project depend on, as `npm install` would add it, which needs a network. */
const dependencies = ['@swc', '@types', 'esbuild', 'typescript'];

let packages: PackedPackages;

beforeAll(async () => {
  packages = await installPackages('apps/create-drover', 'libs/script-testing', 'libs/script-types');
  for (const name of dependencies) {
    const link = join(packages.folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, 'node_modules', name), link);
  }
});
afterAll(() => packages?.remove());

/** Runs a program in a folder, without the variables that this process inherited from npm and Jest. */
function start(file: string, args: string[], cwd = packages.folder) {
  return run(file, args, { cwd, env: { PATH: process.env.PATH, HOME: packages.folder, NO_COLOR: '1' } });
}

const createDrover = (...args: string[]) =>
  start(process.execPath, [join(packages.folder, 'node_modules/create-drover/main.js'), ...args]);

describe('npm package create-drover', () => {
  it('contains the program and its templates', () => {
    const files = packages.files['create-drover'];
    expect(files.filter((path) => !path.startsWith('templates/'))).toEqual([
      'LICENSE',
      'README.md',
      'main.js',
      'package.json',
    ]);
    expect(files).toEqual(expect.arrayContaining(['templates/node/gitignore', 'templates/form/form.json']));
  });

  it('explains mistakes', async () => {
    await expect(createDrover()).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Usage: npm create drover <folder>'),
    });
    await expect(createDrover('shop', '--template', 'none')).rejects.toMatchObject({
      code: 2,
      stderr: 'There is no template "none". Choose one of these: node, phone, form.\n',
    });
    await expect(createDrover('shop', '--colour')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Unknown option '--colour'"),
    });
    expect((await createDrover('--help')).stdout).toContain('Templates:');
  });
});

describe('npm package @drover/script-testing', () => {
  it('contains only the required files', () => {
    expect(packages.files['@drover/script-testing']).toEqual([
      'LICENSE',
      'README.md',
      'index.d.ts',
      'index.js',
      'package.json',
      'run-script.d.ts',
      'script-child.js',
      'types.d.ts',
    ]);
  });
});

describe.each(['node', 'phone', 'form'])('a project from the template %s', (template) => {
  it('passes its tests and type checks', async () => {
    const { stdout } = await createDrover(template, '--template', template);
    expect(stdout).toContain(`Created ${template}. Next:`);
    const folder = join(packages.folder, template);
    const tests = await start('npm', ['test'], folder).catch(
      (failure: unknown) => failure as { stdout: string },
    );
    expect(tests.stdout).toMatch(/^(#|ℹ) pass 3$/m);
    expect(tests.stdout).toMatch(/^(#|ℹ) fail 0$/m);
    const tsc = join(packages.folder, 'node_modules/typescript/bin/tsc');
    const types = await start(process.execPath, [tsc, '--noEmit'], folder).catch(
      (failure: unknown) => failure as { stdout: string },
    );
    expect(types.stdout).toBe('');
  });
});
