import { stripVTControlCharacters } from 'node:util';
import { drawTable as draw, type Column } from './table';
import { printable } from './terminal';
import { cut, widthOf } from './width';

type Row = Record<'name' | 'model' | 'id', string>;

const columns: Column<Row>[] = [
  { title: 'NAME', text: ({ name }) => name, isElastic: true },
  { title: 'MODEL', text: ({ model }) => model, isDispensable: true },
  { title: 'ID', text: ({ id }) => id },
];
const rows = [
  { name: '前台手机', model: 'Mi 9', id: '1' },
  { name: 'A name that goes on', model: 'Desk', id: '22' },
];

/** Without the colours that the environment of a test may force. */
const drawTable: typeof draw = (...of) => draw(...of).map(stripVTControlCharacters);

describe('drawTable', () => {
  it('aligns wide characters', () => {
    expect(drawTable(rows, columns)).toEqual([
      'NAME                 MODEL  ID',
      '前台手机             Mi 9   1',
      'A name that goes on  Desk   22',
    ]);
  });

  it('leaves out what can be missed before it cuts anything', () => {
    expect(drawTable(rows, columns, 24)).toEqual([
      'NAME                 ID',
      '前台手机             1',
      'A name that goes on  22',
    ]);
  });

  it('cuts what is elastic, and never through half a character', () => {
    const lines = drawTable(rows, columns, 11);
    expect(lines).toEqual(['NAME     ID', '前台手…  1', 'A name…  22']);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(11);
  });

  it('keeps a record on one line', () => {
    expect(drawTable([{ name: 'a\n\tb', model: '', id: '' }], columns)[1]).toBe('a b');
  });
});

describe('cut', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['演示演示', 8, '演示演示'],
    ['演示演示', 7, '演示演…'],
    ['演示演示', 6, '演示…'],
  ])('%s to %i columns is %s', (text, width, expected) => expect(cut(text, width)).toBe(expected));
});

describe('printable', () => {
  it('takes out what would do something to the terminal', () => {
    expect(printable('a\x1b[2Jb\x1b]0;title\x07c\rd\be\x9bf')).toMatch(/^ab.*cdef?$/);
    expect(printable('tab\there\r\nnext')).toBe('tab\there\nnext');
  });
});
