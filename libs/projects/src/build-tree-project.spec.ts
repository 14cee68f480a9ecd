import * as esbuildWasm from 'esbuild-wasm';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { buildProject } from './build-project';
import { buildTreeProject } from './build-tree-project';
import { createFileResolver } from './file-resolver';
import { loadTools } from './load-tools';
import { ProjectError } from './project-file';
import type { ProjectTree } from './project-tree';

/** A tree in memory. */
function treeOf(files: Record<string, string>): ProjectTree {
  return {
    find: (path) =>
      path in files
        ? 'file'
        : Object.keys(files).some((one) => one.startsWith(`${path}/`))
          ? 'folder'
          : undefined,
    read: async (path) => {
      if (!(path in files)) throw new Error(`${path} is not in the tree`);
      return Buffer.from(files[path]);
    },
  };
}

const shop = {
  'shop/drover.json': '{ "entry": "src/main.ts", "config": "form.json" }',
  'shop/form.json': '[{"name":"city"}]',
  'shop/tsconfig.json':
    '{\n  // Shared\n  "extends": "/etc/passwd",\n  "compilerOptions": { "strict": true }\n}',
  'shop/src/main.ts':
    "import { readFileSync } from 'node:fs';\nimport { greet } from './greet.js';\nimport { pad } from 'pad/lib';\nimport { end } from '../../shared/end';\nimport data from './data.json';\nconsole.log(pad(greet(data.name)) + end, typeof readFileSync);\n",
  'shop/src/greet.ts': 'export const greet = (name: string): string => `Hello ${name}`;\n',
  'shop/src/data.json': '{ "name": "shop" }',
  'shared/end.ts': "export const end = '!';\n",
  'node_modules/pad/package.json':
    '{ "name": "pad", "exports": { "./lib": { "import": "./lib.mjs", "default": "./lib.js" } } }',
  'node_modules/pad/lib.mjs': "export const pad = (text) => text.padEnd(12, '.');\n",
};

/** Builds a project whose entry is this code. */
const build = (code: string, settings = {}) =>
  buildTreeProject(
    loadTools(),
    treeOf({
      'drover.json': JSON.stringify({ entry: 'main.js', ...settings }),
      'main.js': code,
      'a/b.js': '',
    }),
    { folder: '', rootName: 'root' },
  );

describe('buildTreeProject', () => {
  it.each([
    'client.archives.import({ archive: 1 });',
    'console.log({ import({ a }) { return a; } });',
    'throw new Error("Dynamic require() is not supported. Cannot import (see docs)");',
    'require(/* kept */ "./a/b.js");',
  ])('builds %s', async (code) => {
    expect((await build(code)).project.code).not.toBe('');
  });

  it.each(['import(`./a/${name}.js`)', 'require("./a/" + name)', 'import("./a\\"),\'" + name)'])(
    'refuses %s',
    async (code) => {
      await expect(build(code)).rejects.toThrow('must name a file');
    },
  );

  it('bundles files, packages and shared files of a tree', async () => {
    const { name, project } = await buildTreeProject(loadTools(), treeOf(shop), {
      folder: 'shop',
      rootName: 'root',
    });
    expect(name).toBe('shop');
    expect(project.files.map(({ path }) => path)).toEqual([
      ...['drover.json', 'form.json', 'src/data.json', 'src/greet.ts', 'src/main.ts', 'tsconfig.json'],
    ]);
    expect(project.config).toBe('[{"name":"city"}]');
    expect((JSON.parse(project.sourceMap) as { sources: string[] }).sources).toEqual([
      ...['src/main.ts', 'src/greet.ts', '../node_modules/pad/lib.mjs', '../shared/end.ts', 'src/data.json'],
    ]);
    const lines: unknown[] = [];
    const console = { log: (...values: unknown[]) => lines.push(values.join(' ')) };
    runInNewContext(project.code, { console, require, module: { exports: {} } });
    expect(lines).toEqual(['Hello shop..! function']);
  });

  it('compiles projects for phones to ES5', async () => {
    const { name, project } = await build('const f = async () => 1; f();', { engines: ['node', 'phone'] });
    expect(name).toBe('root');
    expect(project.code).toContain('async ');
    expect(project.phoneCode).not.toMatch(/=>|async /);
  });

  it('names a module of Node that phones would need, which is no missing package', async () => {
    const error = await build("import 'node:fs';", { engines: ['node', 'phone'] }).catch(
      (failure: unknown) => failure,
    );
    expect((error as ProjectError).messages).toEqual([
      expect.objectContaining({
        text: 'Phones have no modules of Node, such as "node:fs"',
        detail: undefined,
        location: expect.objectContaining({ line: 1 }),
      }),
    ]);
  });

  it.each([
    ["import '/etc/passwd'", 'Could not resolve "/etc/passwd"'],
    ["import text from '../../../../../etc/hosts.txt'", 'Could not resolve "../../../../../etc/hosts.txt"'],
    ["import 'file:///etc/passwd'", 'Could not resolve "file:///etc/passwd"'],
    ["new URL('/etc/passwd', import.meta.url); import('/proc/self/environ')", 'Could not resolve'],
    ["import 'dayjs'", 'drover sync'],
    ["import data from 'data:text/javascript,1'", 'Could not resolve "data:'],
    ['import(`../../../../etc/${x}.js`)', 'must name a file'],
    ['require(`./${x}`)', 'must name a file'],
    ["r\\u0065quire /* */ ('../' + x)", 'must name a file'],
    ["require(x ? '../' + x : y)", 'must name a file'],
    ["require.resolve('../' + x)", 'must name a file'],
  ])('reads nothing but the tree: %s', async (code, message) => {
    const result = await build(code).catch((error: Error) => error);
    expect(result).toBeInstanceOf(ProjectError);
    expect((result as Error).message).toContain(message);
  });

  it('leaves names that are known when the script runs', async () => {
    const { project } = await build('const load = (name) => require(name); load("node:fs");');
    expect(project.code).toContain('require(name)');
  });

  it('names imports of packages, with their place', async () => {
    const error = await build("log(1);\nimport 'dayjs/plugin/utc';").catch((failure: unknown) => failure);
    expect((error as ProjectError).messages).toEqual([
      expect.objectContaining({
        detail: { package: 'dayjs/plugin/utc' },
        location: expect.objectContaining({ line: 2, column: 7 }),
      }),
    ]);
  });

  it('builds in WebAssembly what the command line builds of the folder', async () => {
    const files = {
      'drover.json': '{ "entry": "src/main.ts", "engines": ["node", "phone"] }',
      'package.json': '{ "imports": { "#end": { "phone": "./src/phone.ts", "default": "./src/node.ts" } } }',
      'src/main.ts':
        "import { greet } from './greet';\nimport { end } from '#end';\nlog([...new Set(greet('城市'))].includes(end));\n",
      'src/node.ts': "export const end = '!';\n",
      'src/phone.ts': "export const end = '.';\n",
      'src/greet.ts': 'export const greet = (name: string): string => `Hello ${name}`;\n',
    };
    const folder = mkdtempSync(join(tmpdir(), 'project-'));
    mkdirSync(join(folder, 'src'));
    Object.entries(files).forEach(([path, text]) => writeFileSync(join(folder, path), text));
    const { project } = await buildProject(folder);
    rmSync(folder, { recursive: true });
    const tools = {
      ...loadTools(),
      esbuild: esbuildWasm,
      createResolver: createFileResolver,
      namespace: 'file' as const,
    };
    const built = await buildTreeProject(tools, treeOf(files), { folder: '', rootName: '' });
    expect(built.project).toEqual(project);
    expect(project.phoneCode).toContain('"."');
    // The resolver of Git finds the same files.
    const ofGit = await buildTreeProject(loadTools(), treeOf(files), { folder: '', rootName: '' });
    expect(ofGit.project.phoneCode?.replaceAll('tree:/', '')).toBe(project.phoneCode);
    await esbuildWasm.stop();
  });

  it('resolves no package of this program', async () => {
    await expect(build("import 'zod'")).rejects.toThrow('Could not resolve "zod"');
  });

  it('names a missing entry and a malformed project file', async () => {
    await expect(build('', { entry: '../../etc/passwd' })).rejects.toThrow('Cannot read ../../etc/passwd');
    const broken = treeOf({ 'drover.json': '{' });
    await expect(buildTreeProject(loadTools(), broken, { folder: '', rootName: 'root' })).rejects.toThrow(
      'not valid JSON',
    );
  });
});
