import { parse, type Node } from 'acorn';
import { agentScript, stockScript } from './phone-files';

const order = {
  ...{
    type: 'run' as const,
    runId: 'a'.repeat(24),
    jobId: 'b'.repeat(24),
    scriptId: null,
    sha256: '',
    size: 1,
  },
  ...{ name: 'x', robotName: 'phone', env: { a: '\u2028</script>"\'\\' } },
};
const agent = agentScript({ server: 'http://192.0.2.1:3000', key: 'K7MP4X' });

/** Parses code as an ES5 engine does. */
const parseEs5 = (code: string) => parse(code, { ecmaVersion: 5, sourceType: 'script' });

/** Returns all nodes of a syntax tree. */
function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const isNode = 'type' in value && typeof value.type === 'string';
  return [...(isNode ? [value as Node] : []), ...Object.values(value).flatMap(nodesIn)];
}

/** Returns the functions that a block declares more than once. */
function redeclaredFunctions(code: string): string[] {
  return nodesIn(parseEs5(code)).flatMap((node) => {
    if (!('body' in node) || !Array.isArray(node.body)) return [];
    const declared = (node.body as (Node & { id?: { name: string } })[])
      .filter(({ type }) => type === 'FunctionDeclaration')
      .map(({ id }) => id?.name ?? '');
    return declared.filter((name, index) => declared.indexOf(name) !== index);
  });
}

describe('agentScript', () => {
  it('returns one file that an ES5 engine parses', () => {
    expect(() => parseEs5(agent)).not.toThrow();
    expect(() => parseEs5(stockScript(order, 'var a = 1;'))).not.toThrow();
    expect(() => parseEs5('var f = (a) => a;')).toThrow();
  });

  it('declares no function twice, because its parts share one scope', () => {
    expect(redeclaredFunctions(agent)).toEqual([]);
    expect(redeclaredFunctions('(function () { function f() {} function f() {} })();')).toEqual(['f']);
  });

  it('contains only the settings and the agent', () => {
    expect(agent.split('\n')[0]).toBe('var DROVER = {"server":"http://192.0.2.1:3000","key":"K7MP4X"};');
    expect(agent.match(/function droverPrelude/g)).toHaveLength(1);
    expect(agent.trimEnd().endsWith('})();')).toBe(true);
  });
});

describe('stockScript', () => {
  it.each([
    ['nothing of its own', 'var a;\nvar b;', ''],
    ['"ui"', '"ui";\nvar b;', '"ui";'],
    ['"auto" after comments', '// one\n/* two\n*/ "auto";\nvar b;', '// one\n/* two\n*/ "auto";'],
    ["'ui' without semicolon", "'ui'\nvar b;", "'ui'"],
    ['a mode and strict', '"ui"; "use strict";\nvar b;', '"ui"; "use strict";'],
    ['a string that is no directive', '"ui".length;\nvar b;', ''],
    ['a byte order mark', '\uFEFF"ui";\nvar b;', '"ui";'],
  ])('preserves the first token and the line numbers: %s', (_what, code, first) => {
    const script = stockScript(order, code);
    const plain = code.replace('\uFEFF', '');
    expect(script.startsWith(`${first};(function (scope, report) {`)).toBe(true);
    expect(script.endsWith(plain.slice(first.length))).toBe(true);
    expect(script.split('\n')).toHaveLength(plain.split('\n').length);
    expect(() => parseEs5(script)).not.toThrow();
  });
});
