import { stripVTControlCharacters } from 'node:util';
import { type Column, formatTable as draw } from './table';
import { stripControls } from './terminal';
import { measureWidth, truncate } from './text-width';

type Row = Record<'name' | 'model' | 'id', string>;

const columns: Column<Row>[] = [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  { title: 'MODEL', text: ({ model }) => model, isOptional: true },
  { title: 'ID', text: ({ id }) => id },
];
const rows = [
  { name: '前台手机', model: 'Mi 9', id: '1' },
  { name: 'A name that goes on', model: 'Desk', id: '22' },
];

/** Strips the colours that FORCE_COLOR of the test environment may add. */
const drawTable: typeof draw = (...of) => draw(...of).map(stripVTControlCharacters);

describe('formatTable', () => {
  it('aligns wide characters', () => {
    expect(drawTable(rows, columns)).toEqual([
      'NAME                 MODEL  ID',
      '前台手机             Mi 9   1',
      'A name that goes on  Desk   22',
    ]);
  });

  it('drops optional columns before it truncates text', () => {
    expect(drawTable(rows, columns, 24)).toEqual([
      'NAME                 ID',
      '前台手机             1',
      'A name that goes on  22',
    ]);
  });

  it('truncates text without splitting a wide character', () => {
    const lines = drawTable(rows, columns, 11);
    expect(lines).toEqual(['NAME     ID', '前台手…  1', 'A name…  22']);
    for (const line of lines) expect(measureWidth(line)).toBeLessThanOrEqual(11);
  });

  it('prints each record on one line', () => {
    expect(drawTable([{ name: 'a\n\tb', model: '', id: '' }], columns)[1]).toBe('a b');
  });
});

describe('truncate', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['演示演示', 8, '演示演示'],
    ['演示演示', 7, '演示演…'],
    ['演示演示', 6, '演示…'],
  ])('shortens %s to %i columns as %s', (text, width, expected) =>
    expect(truncate(text, width)).toBe(expected),
  );
});

describe('stripControls', () => {
  it('removes control sequences', () => {
    expect(stripControls('a\x1b[2Jb\x1b]0;title\x07c\rd\be\x9bf')).toMatch(/^ab.*cdef?$/);
    expect(stripControls('tab\there\r\nnext')).toBe('tab\there\nnext');
  });
});
