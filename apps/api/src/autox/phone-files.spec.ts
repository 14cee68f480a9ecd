import { Linter } from 'eslint';
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

/** What an engine of ES5 says of it. */
const problemsOf = (code: string, rules = {}) =>
  new Linter()
    .verify(code, { languageOptions: { ecmaVersion: 5, sourceType: 'script' }, rules })
    .map(({ line, message }) => `${line}: ${message}`);

describe('the agent of a phone', () => {
  it('is one file that the oldest engine parses', () => {
    expect(problemsOf(agent)).toEqual([]);
    expect(problemsOf(stockScript(order, 'var a = 1;'))).toEqual([]);
    expect(problemsOf('var f = (a) => a;')).toHaveLength(1);
  });

  it('names nothing twice, so that its parts can be one file', () => {
    expect(problemsOf(agent, { 'no-redeclare': 'error', 'no-func-assign': 'error' })).toEqual([]);
  });

  it('has no word of a script, and none of the parts that are put in otherwise', () => {
    expect(agent.split('\n')[0]).toBe('var DROVER = {"server":"http://192.0.2.1:3000","key":"K7MP4X"};');
    expect(agent.match(/function droverPrelude/g)).toHaveLength(1);
    expect(agent.trimEnd().endsWith('})();')).toBe(true);
  });
});

describe('a script with its prelude', () => {
  it.each([
    ['nothing of its own', 'var a;\nvar b;', ''],
    ['"ui"', '"ui";\nvar b;', '"ui";'],
    ['"auto" after comments', '// one\n/* two\n*/ "auto";\nvar b;', '// one\n/* two\n*/ "auto";'],
    ["'ui' without semicolon", "'ui'\nvar b;", "'ui'"],
    ['a mode and strict', '"ui"; "use strict";\nvar b;', '"ui"; "use strict";'],
    ['a string that is no directive', '"ui".length;\nvar b;', ''],
    ['a byte order mark', '\uFEFF"ui";\nvar b;', '"ui";'],
  ])('keeps its first token and its lines: %s', (_what, code, first) => {
    const script = stockScript(order, code);
    const plain = code.replace('\uFEFF', '');
    expect(script.startsWith(`${first};(function (scope, report) {`)).toBe(true);
    expect(script.endsWith(plain.slice(first.length))).toBe(true);
    expect(script.split('\n')).toHaveLength(plain.split('\n').length);
    expect(problemsOf(script)).toEqual([]);
  });
});
