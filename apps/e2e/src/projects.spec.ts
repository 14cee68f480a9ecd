import type { Project } from '@drover/sdk';
import { eventually, Installation } from '@drover/test-installation';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandLine } from './testing/command-line';

let installation: Installation;
let drover: CommandLine;

beforeAll(async () => {
  installation = await Installation.start();
  await installation.startAgents('Front desk');
  drover = await CommandLine.open(installation);
  const mustache = dirname(require.resolve('mustache/package.json'));
  await cp(mustache, join(drover.folder, 'node_modules/mustache'), { recursive: true });
  await write(shop);
});
afterAll(() => installation?.close());

/** A project of five files with a package. */
const shop = {
  'drover.json': '{ "name": "shop", "entry": "src/main.ts" }',
  'src/main.ts': `import { login } from './login';
import { total } from './cart';
import { format } from './text';

const user: string = login('Ada');
console.log(format(user, total([12, 30])));
export const result = { user };
`,
  'src/login.ts': `interface User {
  name: string;
}

/** Signs in. */
export function login(name: string): string {
  const user: User = { name };
  if (!user.name) throw new Error('no name');
  return user.name;
}
`,
  'src/cart.ts': `import { sum } from './sum';
export const total = (items: number[]): number => sum(...items);
`,
  'src/sum.ts': 'export const sum = (...items: number[]): number => items.reduce((a, b) => a + b, 0);\n',
  'src/text.ts': `import mustache from 'mustache';
export const format = (user: string, total: number): string => mustache.render('{{user}}: {{total}}', { user, total });
`,
};

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(drover.folder, path)), { recursive: true });
    await writeFile(join(drover.folder, path), text);
  }
}

describe('drover push', () => {
  it('builds a project with its packages, and uploads it with its source files', async () => {
    expect(await drover.run(['push'])).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Uploaded 6 source files to shop\.\n {2}drover run devscript:/),
    });
    const { items } = await installation.drover.devscripts.list({ name: 'shop' });
    const project: Project = await installation.drover.devscripts.getProject(items[0]._id);
    expect(Object.fromEntries(project.files.map(({ path, text }) => [path, text]))).toEqual(shop);

    const { code, out } = await drover.run(['run', 'shop', '--device', 'Front desk', '--follow']);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Ada: 42') });
  });

  it('makes no revision if nothing has changed', async () => {
    expect(await drover.run(['push'])).toMatchObject({ code: 0 });
    const { items } = await installation.drover.devscripts.list({ name: 'shop' });
    const revisions = await installation.drover.revisions.list(items[0]._id);
    expect(revisions.items.map(({ source }) => source)).toEqual(['cli']);
  });

  it('explains what does not build, and uploads nothing', async () => {
    await write({ 'broken/drover.json': '{ "entry": "main.ts" }', 'broken/main.ts': "import './other';\n" });
    expect(await drover.run(['push', 'broken'])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('main.ts:1:7'),
    });
    expect(await drover.run(['push', 'src'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no drover.json in src.'),
    });
    expect(await installation.drover.devscripts.list({ name: 'broken' })).toMatchObject({ items: [] });
  });
});

describe('drover sync', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: drover.folder,
      encoding: 'utf8',
    }).trim();
  const projects = {
    'all/one/drover.json': '{ "entry": "main.ts" }',
    'all/one/main.ts': "import mustache from 'mustache';\nconsole.log(mustache.render('{{a}}', { a: 1 }));\n",
    'all/two/drover.json': '{ "entry": "main.ts" }',
    'all/two/main.ts': 'console.log(2);\n',
  };

  it('uploads all projects of a checkout with their packages and the commit', async () => {
    await write(projects);
    expect(await drover.run(['sync', 'all'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('not a Git checkout'),
    });
    git('init', '--quiet');
    git('add', 'all');
    git('commit', '--quiet', '--message', 'first');
    expect(await drover.run(['sync', 'all'])).toMatchObject({
      code: 0,
      out: 'Changed    one  (one)\nChanged    two  (two)\n',
    });
    const { items } = await installation.drover.devscripts.list({ name: 'one' });
    expect((await installation.drover.revisions.list(items[0]._id)).items).toMatchObject([
      { source: 'git', commit: git('rev-parse', 'HEAD'), commitAuthor: 'Ada' },
    ]);

    await write({ 'all/two/main.ts': 'console.log(3);\n' });
    git('commit', '--quiet', '--all', '--message', 'second');
    expect(await drover.run(['sync', 'all'])).toMatchObject({
      code: 0,
      out: 'Unchanged  one  (one)\nChanged    two  (two)\n',
    });
  });

  it('uploads nothing if a project does not build', async () => {
    await write({ 'all/one/main.ts': 'changed();\n', 'all/two/main.ts': "import './missing';\n" });
    expect(await drover.run(['sync', 'all'])).toMatchObject({ code: 2, out: '' });
    const { items } = await installation.drover.devscripts.list({ name: 'one' });
    expect((await installation.drover.revisions.list(items[0]._id)).items).toHaveLength(1);
  });
});

describe('a project that throws', () => {
  it('shows file and line of the source, in the command line, the SDK and the failure group', async () => {
    await write({ 'src/main.ts': `import { login } from './login';\n\nlogin('');\n` });
    expect(await drover.run(['push'])).toMatchObject({ code: 0 });
    await write({ 'src/main.ts': shop['src/main.ts'] });
    const { code, out, err } = await drover.run(['run', 'shop', '--device', 'Front desk', '--follow']);
    expect(code).toBe(1);
    expect(out + err).toContain('at login (src/login.ts:8:25)');
    expect(out + err).toContain('src/main.ts:3:1');

    const { items } = await installation.drover.runs.list();
    expect(items[0].reason).toBe('Error: no name (src/login.ts:8:25)');
    const failures = await installation.drover.failures.list();
    expect(failures.items[0]).toMatchObject({ message: 'Error: no name', file: 'src/login.ts', line: 8 });
  });
});

describe('drover dev', () => {
  it('runs a project at each save of a file of it', async () => {
    const dev = drover.start('dev', '--device', 'all');
    const waitForText = (text: string) =>
      eventually(
        async () => dev.output,
        (output) => output.includes(text),
      );
    await waitForText('Ada: 42');
    await waitForText('succeeded');
    await write({
      'src/sum.ts': 'export const sum = (...items: number[]): number => items.length;\n',
    });
    await waitForText('Ada: 2');
    await write({ 'src/sum.ts': 'export const sum = (\n' });
    await waitForText('The project does not build.');
    await write({ 'src/sum.ts': shop['src/sum.ts'] });
    await eventually(
      async () => dev.output,
      (output) => output.split('Ada: 42').length === 3,
    );
    dev.process.kill('SIGINT');
    expect(await dev.waitForExit()).toBe(0);
  });
});
