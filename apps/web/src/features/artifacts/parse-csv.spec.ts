import { parseCsv } from './parse-csv';

describe('parseCsv', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n"x, y","say ""hi""\nthere"',
      [
        ['a', 'b'],
        ['x, y', 'say "hi"\nthere'],
      ],
    ],
    ['', []],
    ['a,', [['a']]],
    ['"cut', [['cut']]],
    ['"a"b,c', [['a"b', 'c']]],
  ])('parses %j', (text, rows) => {
    expect(parseCsv(text, 10)).toEqual(rows);
  });

  it('stops after so many rows', () => {
    expect(parseCsv('1\n2\n3\n', 2)).toEqual([['1'], ['2']]);
  });
});
