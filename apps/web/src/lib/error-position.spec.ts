import { errorPositionIn, errorPositionOf } from './error-position';

describe('errorPositionOf', () => {
  it.each([
    ['TypeError: x is null (script.js:12:5)', { file: 'script.js', line: 12 }],
    ['Error: no item (main.js#7)', { file: 'main.js', line: 7 }],
    ['Error: a (b) (/data/runs/script.js:3)', { file: '/data/runs/script.js', line: 3 }],
    ['Error: no name (src/login.ts:8:9)', { file: 'src/login.ts', line: 8 }],
    ['Error: disk full', undefined],
    [null, undefined],
  ])('reads the position in %s', (reason, expected) => {
    expect(errorPositionOf(reason)).toEqual(expected);
  });
});

describe('errorPositionIn', () => {
  it.each([
    ['    at Object.<anonymous> (script.js:12:5)', { file: 'script.js', line: 12 }],
    ['    at script.js:3:1', { file: 'script.js', line: 3 }],
    ['    at read (src/login.ts:8:9)', { file: 'src/login.ts', line: 8 }],
    ['    at parse (node_modules/csv/index.js:8:9)', undefined],
    ['    at Module._compile (node:internal/modules/cjs/loader:1469:14)', undefined],
    ['    at other (/usr/lib/other.js:1:2)', undefined],
    ['loading script.js', undefined],
  ])('reads the position in %s', (text, expected) => {
    expect(errorPositionIn(text)).toEqual(expected);
  });
});
