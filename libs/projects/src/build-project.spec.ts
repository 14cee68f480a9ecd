import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { buildProject } from './build-project';
import { ProjectError } from './project-file';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'project-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const shop = {
  'drover.json': '{ "entry": "src/main.ts", "config": "form.json" }',
  'form.json': '[{"name":"city"}]',
  'package.json': '{ "name": "shop" }',
  'src/main.ts':
    "import { greet } from './greet';\nimport { pad } from 'pad';\nconsole.log(pad(greet('shop')));\n",
  'src/greet.ts': 'export const greet = (name: string): string => `Hello ${name}`;\n',
  'node_modules/pad/package.json': '{ "name": "pad", "main": "index.js" }',
  'node_modules/pad/index.js': "exports.pad = (text) => text.padEnd(20, '.');\n",
  '.env': 'PASSWORD=secret',
};

describe('buildProject', () => {
  it('bundles the files and packages of a project, and returns its own source files', async () => {
    write(shop);
    const { project, watched, warnings } = await buildProject(folder);
    expect(project.files.map(({ path }) => path)).toEqual([
      ...['drover.json', 'form.json', 'package.json', 'src/greet.ts', 'src/main.ts'],
    ]);
    expect(project.config).toBe('[{"name":"city"}]');
    expect(JSON.parse(project.sourceMap)).toMatchObject({
      version: 3,
      sources: expect.arrayContaining(['src/greet.ts', 'src/main.ts', 'node_modules/pad/index.js']),
    });
    const logged: string[] = [];
    const sandbox = { console: { log: (text: string) => logged.push(text) }, module: {} };
    runInNewContext(project.code, sandbox);
    expect(logged).toEqual(['Hello shop..........']);
    expect(watched).toContain(join(folder, 'src/greet.ts'));
    expect(watched.join()).not.toContain('node_modules');
    expect(warnings).toEqual([]);
  });

  it('compiles code for phones to ES5, with a map to the source files', async () => {
    write({
      'drover.json': '{ "entry": "main.ts", "engines": ["node", "phone"] }',
      'main.ts':
        'const greet = (name: string): string => `Hello ${name}`;\nfor (const name of ["Ada"]) log(greet(name));\n',
    });
    const { project } = await buildProject(folder);
    expect(project.code).not.toMatch(/=>|`|\b(?:let|const)\b/);
    expect(JSON.parse(project.sourceMap)).toMatchObject({ sources: ['main.ts'] });
    const logged: string[] = [];
    runInNewContext(project.code, { log: (text: string) => logged.push(text) });
    expect(logged).toEqual(['Hello Ada']);
  });

  it.each([
    ['a missing drover.json', {}, 'Cannot read drover.json: file not found.'],
    ['an invalid drover.json', { 'drover.json': '{' }, 'drover.json is not valid JSON'],
    ['an unknown setting', { 'drover.json': '{"entry":"a.ts","main":"b.ts"}' }, 'Unrecognized key: "main"'],
    ['a missing entry', { 'drover.json': '{"entry":"a.ts"}' }, 'a.ts'],
    ['a missing package', { ...shop, 'src/greet.ts': "import 'left-pad';" }, 'Could not resolve "left-pad"'],
    ['a missing form', { 'drover.json': '{"entry":"a.ts","config":"b.json"}', 'a.ts': '' }, 'b.json'],
  ])('explains %s', async (_title, files, message) => {
    write(files);
    const failure: unknown = await buildProject(folder).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProjectError);
    expect((failure as Error).message).toContain(message);
  });
});
