import { GREATEST_LOWER_BOUND, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
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

  const both = {
    'drover.json': '{ "entry": "main.ts", "engines": ["node", "phone"] }',
    'main.ts':
      'const greet = (name: string): string => `Hello ${name}`;\nfor (const name of ["Ada"]) log(greet(name));\n',
  };

  it('builds the code of Node as for Node only, and ES5 for phones, each with a map to the source files', async () => {
    write(both);
    const { project } = await buildProject(folder);
    write({ 'drover.json': '{ "entry": "main.ts" }' });
    const { project: forNode } = await buildProject(folder);
    expect(project).toMatchObject({ code: forNode.code, sourceMap: forNode.sourceMap });
    expect(forNode).not.toHaveProperty('phoneCode');
    const { phoneCode = '', phoneMap = '' } = project;
    expect(phoneCode).not.toMatch(/=>|`|\b(?:let|const)\b/);
    expect(JSON.parse(phoneMap)).toMatchObject({ sources: ['main.ts'] });
    for (const code of [project.code, phoneCode]) {
      const logged: string[] = [];
      runInNewContext(code, { log: (text: string) => logged.push(text), module: {} });
      expect(logged).toEqual(['Hello Ada']);
    }
  });

  it('builds one output for a project of phones only, and for callers that need the code only', async () => {
    write(both);
    expect((await buildProject(folder, { onlyCode: true })).project).not.toHaveProperty('phoneCode');
    write({ 'drover.json': '{ "entry": "main.ts", "engines": ["phone"] }' });
    const { project } = await buildProject(folder);
    expect(project.code).not.toMatch(/=>|`|\b(?:let|const)\b/);
    expect(project).not.toHaveProperty('phoneCode');
  });

  it('adds the polyfills that the code uses after its directives, and maps lines around them', async () => {
    write({
      ...both,
      'main.ts': '"ui";\nlog(new Map([["a", 1]]).get("a"));\nlog([..."ab"].includes("b"));\n',
    });
    const { phoneCode = '', phoneMap = '' } = (await buildProject(folder)).project;
    const lines = phoneCode.split('\n');
    expect(lines[0]).toBe('"ui";');
    const map = new TraceMap(phoneMap);
    const line = lines.findIndex((text) => text.includes('new Map([')) + 1;
    expect(originalPositionFor(map, { line, column: 40, bias: GREATEST_LOWER_BOUND })).toMatchObject({
      source: 'main.ts',
      line: 2,
    });
    const logged: unknown[] = [];
    const without =
      'delete globalThis.Map; delete Array.prototype.includes; delete String.prototype.includes;';
    runInNewContext(without + phoneCode, { log: (value: unknown) => logged.push(value) });
    expect(logged).toEqual([1, true]);
  });

  it('adds no polyfill to code that needs none', async () => {
    write({ ...both, 'main.ts': 'export const list = [1, 2].map((each) => each + 1);\nlog(list.join());\n' });
    const { phoneCode = '' } = (await buildProject(folder)).project;
    expect(phoneCode.length).toBeLessThan(1000);
  });

  it.each(["import { readFileSync } from 'node:fs';\nlog(readFileSync);", "log(require('fs').constants);"])(
    'names a module of Node that phones would need: %s',
    async (text) => {
      write({ ...both, 'main.ts': text });
      const failure = await buildProject(folder).catch((error: Error) => error);
      expect(failure).toBeInstanceOf(ProjectError);
      expect((failure as Error).message).toMatch(
        /Phones have no modules of Node, such as "(node:)?fs"[^]*main\.ts:1:/,
      );
    },
  );

  it('resolves imports by the condition of the engine', async () => {
    write({
      ...both,
      'package.json': '{ "imports": { "#hash": { "phone": "./hash.phone.ts", "default": "./hash.ts" } } }',
      'main.ts': "import { hash } from '#hash';\nlog(hash('a'));\n",
      'hash.ts':
        "import { createHash } from 'node:crypto';\nexport const hash = (text: string) => createHash('md5').update(text).digest('hex');\n",
      'hash.phone.ts': "export const hash = (text: string) => 'phone ' + text;\n",
    });
    const { project } = await buildProject(folder);
    expect(project.code).toContain('node:crypto');
    expect(project.phoneCode).toContain('"phone "');
    expect(project.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['hash.phone.ts', 'hash.ts', 'main.ts', 'package.json']),
    );
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
