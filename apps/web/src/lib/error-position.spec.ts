import { errorLineIn, errorLineOf } from './error-position';

describe('errorLineOf', () => {
  it.each([
    ['TypeError: x is null (script.js:12:5)', 12],
    ['Error: no item (main.js#7)', 7],
    ['Error: a (b) (/data/runs/script.js:3)', 3],
    ['Error: disk full', undefined],
    [null, undefined],
  ])('reads the position in %s', (reason, line) => {
    expect(errorLineOf(reason)).toBe(line);
  });
});

describe('errorLineIn', () => {
  it.each([
    ['    at Object.<anonymous> (script.js:12:5)', 12],
    ['    at script.js:3:1', 3],
    ['    at Module._compile (node:internal/modules/cjs/loader:1469:14)', undefined],
    ['    at other (/usr/lib/other.js:1:2)', undefined],
    ['loading script.js', undefined],
  ])('reads the position in %s', (text, line) => {
    expect(errorLineIn(text)).toBe(line);
  });
});
