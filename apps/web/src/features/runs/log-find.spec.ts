import type { LogLine } from '@drover/sdk';
import { findNext, findRanges } from './log-find';
import { formatJson } from './json-text';

const line = (seq: number): LogLine => ({ seq, level: 'info', text: '', at: '2026-01-31T00:00:00.000Z' });

describe('findRanges', () => {
  it('ignores case and escape sequences', () => {
    expect(findRanges('\u001b[31mRound\u001b[0m 1, round 2', 'ROUND')).toEqual([
      { start: 0, end: 5 },
      { start: 9, end: 14 },
    ]);
    expect(findRanges('aaa', 'aa')).toEqual([{ start: 0, end: 2 }]);
    expect(findRanges('text', '')).toEqual([]);
  });
});

describe('findNext', () => {
  it('goes through the matches in both directions and starts over', () => {
    const matches = [3, 7, 9].map(line);
    const seqs = (from: number | undefined, step: 1 | -1) => findNext(matches, from, step)?.seq;
    expect([seqs(undefined, 1), seqs(3, 1), seqs(5, 1), seqs(9, 1)]).toEqual([3, 7, 7, 3]);
    expect([seqs(undefined, -1), seqs(9, -1), seqs(5, -1), seqs(3, -1)]).toEqual([9, 7, 3, 9]);
    expect(findNext([], 3, 1)).toBeUndefined();
  });
});

describe('formatJson', () => {
  it('formats objects and arrays, also after other text', () => {
    expect(formatJson('{"a":{"b":[1]}}')).toBe('{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}');
    expect(formatJson('result: ["x"]')).toBe('result: [\n  "x"\n]');
    expect(formatJson('\u001b[32m{"a":1}\u001b[0m')).toBe('{\n  "a": 1\n}');
  });

  it.each(['text', '[12:30] ready', '[1]', '{broken}', '"text"', '{"a":1} and more'])('leaves %s', (text) => {
    expect(formatJson(text)).toBeUndefined();
  });
});
