import { table, widthOf } from './terminal';

describe('table', () => {
  it('aligns columns by their width on a terminal', () => {
    const rows = [
      ['Device', 'State'],
      ['Demo phone 演示', 'succeeded'],
      ['Demo server', 'failed'],
    ];
    expect(table(rows)).toEqual([
      'Device           State',
      'Demo phone 演示  succeeded',
      'Demo server      failed',
    ]);
  });
});

describe('widthOf', () => {
  it.each([
    ['abc', 3],
    ['演示', 4],
    ['你好，', 6],
    ['…', 1],
  ])('%s takes %i columns', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });
});
