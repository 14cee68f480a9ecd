import { formatCsv, tabulateResults, type ResultSchema, type RunResult } from './index';

const result = (value: unknown, more: Partial<RunResult> = {}): RunResult => ({
  ...{ runId: 'r', jobId: 'j', deviceId: 'd', deviceName: 'Box', scriptId: null, state: 'succeeded' },
  ...{ attempt: 1, isRetried: false, createdAt: '', finishedAt: null, value, problem: null },
  schemaProblem: null,
  ...more,
});
/** Returns the cells of the values of each line, without the header. */
const csvOf = (...values: unknown[]) =>
  formatCsv(tabulateResults(values.map((value) => result(value))))
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.slice('Box,d,r,succeeded,,,'.length));

describe('tabulateResults', () => {
  it('has a column per key, and one for values that are no objects', () => {
    const problem = result(null, { problem: 'it is too large' });
    const { columns, rows } = tabulateResults([
      result({ a: 1, b: 2 }),
      result({ c: 3, a: 4 }),
      result([5]),
      problem,
    ]);
    expect(columns).toEqual(['a', 'b', 'c', 'value']);
    expect(rows.map(({ cells }) => cells)).toEqual([
      [1, 2, undefined, undefined],
      [4, undefined, 3, undefined],
      [undefined, undefined, undefined, [5]],
      [undefined, undefined, undefined, undefined],
    ]);
  });

  it('leaves out columns beyond 200, and says so', () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
    expect(tabulateResults([result(keys(200))])).toMatchObject({ hasMoreColumns: false });
    const { columns, hasMoreColumns } = tabulateResults([result(keys(201))]);
    expect([columns.length, hasMoreColumns]).toEqual([200, true]);
  });
});

const schema: ResultSchema = {
  type: 'object',
  properties: {
    price: { type: 'number', title: 'Price in €' },
    isNew: { type: ['boolean', 'null'] },
    day: { type: 'string', format: 'date' },
    shop: { type: 'string' },
    tags: { type: 'array' },
    any: { type: ['string', 'number'] },
  },
};

describe('tabulateResults with a schema', () => {
  it('begins with its columns, in its order, with titles and types', () => {
    const table = tabulateResults([result({ other: 1, shop: 'a', price: 2 })], schema);
    expect(table.columns).toEqual(['price', 'isNew', 'day', 'shop', 'tags', 'any', 'other']);
    expect(table.titles).toEqual(['Price in €', 'isNew', 'day', 'shop', 'tags', 'any', 'other']);
    expect(table.types).toEqual(['number', 'boolean', 'date', 'text', 'json', 'json', null]);
    expect(table.rows[0].cells).toEqual([2, undefined, undefined, 'a', undefined, undefined, 1]);
  });

  it('describes values that are no objects by one column', () => {
    const table = tabulateResults([result(5)], { type: 'integer', title: 'Stock' });
    expect(table).toMatchObject({ columns: ['value'], titles: ['Stock'], types: ['number'] });
    expect(tabulateResults([], {})).toMatchObject({ columns: [], hasSchema: true });
  });

  it('adds a column to CSV that says what does not match', () => {
    const table = tabulateResults([result({ price: 'x' }, { schemaProblem: 'price must be a number' })], {
      properties: { price: { type: 'number', title: '=1' } },
    });
    expect(formatCsv(table)).toBe(
      "deviceName,deviceId,runId,state,finishedAt,problem,schemaProblem,'=1\r\nBox,d,r,succeeded,,,price must be a number,x\r\n",
    );
  });
});

describe('formatCsv', () => {
  it('has a header, and a line per result', () => {
    const finishedAt = '2026-01-31T08:30:00.000Z';
    const table = tabulateResults([result({ 价格: 1.5 }, { deviceName: 'A, "B"', finishedAt })]);
    expect(formatCsv(table)).toBe(
      `deviceName,deviceId,runId,state,finishedAt,problem,价格\r\n"A, ""B""",d,r,succeeded,${finishedAt},,1.5\r\n`,
    );
  });

  it('quotes commas, quotation marks, line breaks and outer spaces', () => {
    expect(csvOf('a,b', 'a"b', ' a ', 'plain', true, null, -1.5)).toEqual([
      ...['"a,b"', '"a""b"', '" a "', 'plain', 'true', '', '-1.5'],
    ]);
    expect(formatCsv(tabulateResults([result('a\r\nb')]))).toContain('"a\r\nb"');
    expect(csvOf({ a: { b: ['x', 1] } })).toEqual(['"{""b"":[""x"",1]}"']);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1', '|cmd', '%0A'])(
    'makes %j no formula of a spreadsheet, in values and in keys',
    (text) => {
      const [cell] = csvOf(text);
      expect(cell.replace(/^"/, '')).toBe(`'${text}${cell.startsWith('"') ? '"' : ''}`);
      expect(formatCsv(tabulateResults([result({ [text]: 1 })]))).toContain(`'${text}`);
    },
  );
});
