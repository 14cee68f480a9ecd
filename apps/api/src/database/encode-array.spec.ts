import { startTestServer, type TestServer } from '../testing/test-server';
import { encodeArray } from './encode-array';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function read(type: string, array: unknown): Promise<unknown> {
  const { rows } = await server.context.pool.query<{ value: unknown }>(`SELECT $1::${type}[] AS value`, [
    encodeArray(array),
  ]);
  return rows[0].value;
}

describe('encodeArray', () => {
  it.each([
    ['text', []],
    ['text', ['0123456789abcdef01234567', 'succeeded', '2.0.0-beta+1', '2026-01-01T00:00:00.000Z']],
    ['text', ['', ' ', ' a ', 'NULL', 'null', null]],
    ['text', ['a,b', '{', '}', '{a}', '"', '\\', '\\"', `'`, '\n', '\t', '名字', '\u{1F600}', '\u00A0']],
    ['int', [0, -1, 2_147_483_647, null]],
    ['float', [0.5, -1e21, 1e-7, NaN, Infinity, -Infinity]],
    ['boolean', [true, false, null]],
    ['timestamptz', [new Date(0), null, new Date('2026-11-27T01:02:03.456Z')]],
  ])('formats an array of %s as PostgreSQL reads it: %j', async (type, array) => {
    expect(encodeArray(array)).toEqual(expect.any(String));
    expect(await read(type, array)).toEqual(array);
  });

  it.each([['text'], [null], [1], [{ a: 1 }], [[['a'], ['b']]], [[Buffer.from('a')]], [[{}]], [[undefined]]])(
    'leaves other values to the driver: %j',
    (value) => {
      expect(encodeArray(value)).toBe(value);
    },
  );
});
