import { normalizeMessage } from './normalize-message';

/** Messages that are the same but for data. */
const same: [string, string[]][] = [
  ['numbers', ['took 12 ms', 'took -3.5 ms', 'took 1,234 ms', 'took 1e9 ms', 'took ３ ms']],
  ['lists of numbers', ['at [1, 2, 3]', 'at [7]', 'at [10, 20]']],
  [
    'IDs',
    [
      'no item 65f1c0ffee65f1c0ffee65f1',
      'no item 01ARZ3NDEKTSV4RRFFQ69G5FAV',
      'no item 3f2504e0-4f89-11d3-9a0c-0305e82c3301',
      'no item 3f2504e0-abcd-face-beef-0305e82c3301',
    ],
  ],
  ['hexadecimal numbers', ['fault at 0x7ffd12', 'fault at deadbeef', 'fault at 00ff']],
  [
    'paths',
    [
      'cannot open /sdcard/a.txt',
      'cannot open /storage/emulated/0/脚本/列表.txt',
      String.raw`cannot open C:\Users\me\a.txt`,
      'cannot open ./b',
    ],
  ],
  ['URLs', ['GET https://one.example/a?b=1 failed', 'GET http://two.example:8080/路径/c failed']],
  ['quoted text', [`no user "alice"`, `no user "bob's friend"`, `no user "O'Neill 7"`]],
  ['apostrophes', [`can't find 'a'`, `can't find 'it's'`]],
  [
    'timestamps',
    ['until 2026-01-31T08:30:00.000Z', 'until 2025-12-01 23:59:59', 'until Sun Nov 22 2026 16:15:44'],
  ],
  ['data in Chinese text', ['第12行找不到元素「登录」', '第7行找不到元素「退出 3」']],
];

describe('normalizeMessage', () => {
  it.each(same)('does not distinguish %s', (_, messages) => {
    expect(new Set(messages.map(normalizeMessage)).size).toBe(1);
  });

  it.each([
    ['TypeError: x is not a function', 'TypeError: y is not a function'],
    ['第12行找不到元素', '第12行找不到控件'],
    ['timeout of 5 s', 'limit of 5 s'],
    ['cannot open /a/b', 'cannot close /a/b'],
  ])('distinguishes %s from %s', (one, other) => {
    expect(normalizeMessage(one)).not.toBe(normalizeMessage(other));
  });

  it('keeps the words of every language', () => {
    expect(normalizeMessage('找不到 3 个元素 in /sdcard/a.txt, retry')).toBe(
      '找不到 <n> 个元素 in <path>, retry',
    );
  });

  it.each([
    'a',
    '1',
    '"',
    "'",
    "' '",
    '"a',
    '/',
    'a/',
    '-',
    '0,',
    '://',
    '(',
    '「',
    '😀',
    '中',
    '\u0000',
    ' ',
  ])('processes 64 KB of %j in steps that do not grow with the text', (unit) => {
    const long = unit.repeat(65_536 / unit.length);
    expect(normalizeMessage(long).length).toBeLessThanOrEqual(12_000);
    expect(normalizeMessage(long)).toBe(normalizeMessage(`${long}${unit.repeat(2000)}`));
  });
});
