import { parse, type AnyNode } from 'acorn';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** Everything that the output may use and does not declare: the globals of ES5, and those of the apps. */
const globals = [
  ...[
    'Array',
    'Boolean',
    'Date',
    'Error',
    'JSON',
    'Math',
    'Number',
    'Object',
    'RegExp',
    'String',
    'TypeError',
  ],
  ...[
    'JavaAdapter',
    'Packages',
    'console',
    'context',
    'device',
    'dialogs',
    'engines',
    'events',
    'exit',
    'files',
  ],
  ...['http', 'java', 'storages', 'threads', 'toast', 'web'],
  ...['arguments', 'clearInterval', 'clearTimeout', 'encodeURIComponent', 'setInterval', 'setTimeout'],
  // Declared by the server, and by the code around the prelude.
  ...['DROVER', 'scope', 'task', 'report'],
];

/** Methods of instances newer than ES5. */
const newerMethods = new Set([
  ...[
    'at',
    'copyWithin',
    'entries',
    'fill',
    'find',
    'findIndex',
    'findLast',
    'flat',
    'flatMap',
    'includes',
    'values',
  ],
  ...[
    'codePointAt',
    'endsWith',
    'matchAll',
    'normalize',
    'padEnd',
    'padStart',
    'repeat',
    'replaceAll',
    'startsWith',
  ],
  ...['trimEnd', 'trimStart', 'finally', 'then'],
]);

/**
 * Static members of ES5. getOwnPropertySymbols and getOwnPropertyDescriptors are newer, but swc's helper for object
 * spread tests for them before it uses them.
 */
const staticMembers: Record<string, string> = {
  Array: 'isArray prototype',
  Date: 'now parse prototype UTC',
  Math: 'E PI abs ceil floor max min pow random round sqrt',
  Number: 'MAX_VALUE MIN_VALUE NaN prototype',
  Object:
    'create defineProperties defineProperty freeze getOwnPropertyDescriptor getOwnPropertyDescriptors ' +
    'getOwnPropertyNames getOwnPropertySymbols getPrototypeOf keys prototype',
  String: 'fromCharCode prototype',
};

/** Returns all nodes of a syntax tree, each with its parent. */
function listNodes(node: AnyNode, parent?: AnyNode): { node: AnyNode; parent?: AnyNode }[] {
  const children = Object.values(node)
    .flat()
    .filter((value): value is AnyNode => typeof value === 'object' && value !== null && 'type' in value);
  return [{ node, parent }, ...children.flatMap((child) => listNodes(child, node))];
}

/** Whether an identifier declares a name. */
function isDeclaration(node: AnyNode, parent: AnyNode): boolean {
  if (parent.type === 'VariableDeclarator') return parent.id === node;
  if (parent.type === 'CatchClause') return parent.param === node;
  if (parent.type !== 'FunctionDeclaration' && parent.type !== 'FunctionExpression') return false;
  return parent.id === node || parent.params.some((param) => param === node);
}

/** Whether an identifier is the name of a property or a label. */
function isPropertyOrLabel(node: AnyNode, parent: AnyNode): boolean {
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed;
  if (parent.type === 'Property') return parent.key === node;
  return ['LabeledStatement', 'BreakStatement', 'ContinueStatement'].includes(parent.type);
}

function findNewerMember({ node, parent }: { node: AnyNode; parent?: AnyNode }): string | undefined {
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier')
    return undefined;
  const { name } = node.property;
  const isCall = parent?.type === 'CallExpression' && parent.callee === node;
  if (isCall && newerMethods.has(name)) return `.${name}()`;
  const object = node.object.type === 'Identifier' ? node.object.name : '';
  const members = staticMembers[object]?.split(' ');
  return members && !members.includes(name) ? `${object}.${name}` : undefined;
}

/** Returns what an engine of ES5 could not run. */
function findProblems(code: string): string[] {
  let nodes: { node: AnyNode; parent?: AnyNode }[];
  try {
    nodes = listNodes(parse(code, { ecmaVersion: 5, sourceType: 'script' }));
  } catch (error) {
    return [String(error)];
  }
  const names = nodes.flatMap(({ node, parent }) =>
    node.type === 'Identifier' && parent ? [{ node, parent, name: node.name }] : [],
  );
  const declared = new Set(
    names.filter(({ node, parent }) => isDeclaration(node, parent)).map(({ name }) => name),
  );
  const unknown = names
    .filter(({ node, parent }) => !isDeclaration(node, parent) && !isPropertyOrLabel(node, parent))
    .map(({ name }) => name)
    .filter((name) => !declared.has(name) && !globals.includes(name));
  return [...unknown, ...nodes.map(findNewerMember).filter((member) => member !== undefined)];
}

const read = (name: string) => readFileSync(join(root, 'dist/apps/phone', name), 'utf8');

describe('the compiled code', () => {
  it.each(['agent.js', 'prelude.js'])('%s has the syntax, globals and methods of ES5 only', (name) => {
    expect(findProblems(read(name))).toEqual([]);
  });

  it.each([
    'const a = 1;',
    'let a = 1;',
    'var f = () => 1;',
    'var t = `text`;',
    'for (var a of []) {}',
    'class A {}',
    'function f(a = 1) {}',
    'var b; var a = { b, c: 1 };',
    'var m = new Map();',
    'var p = Promise.resolve(1);',
    'var s = Symbol.iterator;',
    "'a'.padStart(2);",
    "'a'.includes('a');",
    'Object.assign({}, {});',
    'Object.entries({});',
    'Array.from([]);',
    '[].find(Boolean);',
    'Number.isInteger(1);',
  ])('would fail the check above with %s', (code) => {
    expect(findProblems(code)).not.toEqual([]);
  });

  it('has a prelude of one line, which retains the line numbers of scripts', () => {
    expect(read('prelude.js').trim()).not.toContain('\n');
  });

  it('adds no names to the global scope and imports nothing', () => {
    const agent = read('agent.js');
    expect(agent.startsWith('(function () {\n')).toBe(true);
    expect(agent.endsWith('})();\n')).toBe(true);
    expect(agent).not.toMatch(/require\(|import |@swc\/helpers/);
  });
});

describe('the type check of the sources', () => {
  /** Returns the lines of the code that do not compile. The compiler accepts files of the workspace only. */
  function findErrorLines(lines: string[]): number[] {
    const folder = mkdtempSync(join(root, 'dist/es5-'));
    try {
      writeFileSync(join(folder, 'probe.ts'), lines.join('\n'));
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ extends: join(root, 'tsconfig.es5.json'), files: ['probe.ts'] }),
      );
      const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
      const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
        encoding: 'utf8',
      });
      return [...stdout.matchAll(/probe\.ts\((\d+),/g)].map(([, line]) => Number(line));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  it('accepts newer syntax and refuses newer methods and globals', () => {
    const newer = [
      ...["'a'.padStart(2)", "'a'.includes('a')", 'Object.assign({}, {})', 'Object.entries({})'],
      ...['Array.from([])', 'new Map()', 'Promise.resolve()', 'Number.isInteger(1)', 'setImmediate(() => 1)'],
    ];
    const lines = [
      'export const f = (a: number[] = []) => ({ ...{ a }, b: `${a?.length ?? 0}` });',
      ...newer.map((expression, index) => `export const a${index} = ${expression};`),
    ];
    expect(findErrorLines(lines)).toEqual(newer.map((_, index) => index + 2));
  });
});
