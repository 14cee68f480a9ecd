import { checkResult, readResultSchema, resultSchemaBounds, type ResultSchema } from './result-schema';

describe('readResultSchema', () => {
  it('accepts the supported keywords', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...{ type: 'object', title: 'Prices', required: ['price'], additionalProperties: false },
      properties: {
        price: { type: ['number', 'null'], minimum: 0, exclusiveMaximum: 10, description: 'in €' },
        day: { type: 'string', format: 'date', minLength: 1, maxLength: 10 },
        shop: { enum: ['a', 'b', null] },
        tags: { type: 'array', items: { const: 1 }, minItems: 0, maxItems: 3 },
      },
    };
    expect(readResultSchema(schema)).toBe(schema);
    expect(readResultSchema({})).toEqual({});
  });

  it.each([
    [[], '', /^must be an object/],
    [null, '', /^must be an object/],
    [{ pattern: '^a+$' }, 'pattern', /^is not a supported keyword/],
    [{ properties: { a: { $ref: '#' } } }, 'properties.a.$ref', /^is not a supported keyword/],
    [{ constructor: 1 }, 'constructor', /^is not a supported keyword/],
    [{ type: 'float' }, 'type', /^must be one of object/],
    [{ type: [] }, 'type', /^must be one of object/],
    [{ items: [{}] }, 'items.*', /^must be an object/],
    [{ properties: [] }, 'properties', /^must be an object/],
    [{ required: 'a' }, 'required', /^must be an array of keys/],
    [{ additionalProperties: {} }, 'additionalProperties', /^must be true or false/],
    [{ enum: [] }, 'enum', /^must be an array of 1 to 50/],
    [{ enum: Array(resultSchemaBounds.values + 1).fill(1) }, 'enum', /^must be an array of 1 to 50/],
    [{ minimum: '1' }, 'minimum', /^must be a number/],
    [{ maxLength: -1 }, 'maxLength', /^must be a whole number/],
  ])('refuses %j', (schema, path, problem) => {
    expect(readResultSchema(schema)).toEqual({ path, problem: expect.stringMatching(problem) as string });
  });

  it('accepts as many levels and keys as allowed, and no more', () => {
    const nested = (levels: number): object => (levels === 0 ? {} : { items: nested(levels - 1) });
    const wide = (keys: number) => ({
      properties: Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, {}])),
    });
    const { depth, properties } = resultSchemaBounds;
    for (const schema of [nested(depth), wide(properties)]) expect(readResultSchema(schema)).toBe(schema);
    expect(readResultSchema(nested(depth + 1))).toMatchObject({ problem: expect.any(String) as string });
    expect(readResultSchema(nested(1000))).toMatchObject({
      problem: expect.stringMatching('levels') as string,
    });
    expect(readResultSchema(wide(properties + 1))).toMatchObject({ path: 'properties' });
  });
});

describe('checkResult', () => {
  it.each<[ResultSchema, unknown, string | null]>([
    [{}, { a: 1 }, null],
    [{ type: 'object' }, [], 'the result must be an object'],
    [{ type: 'object' }, null, 'the result must be an object'],
    [{ type: ['number', 'null'] }, 'a', 'the result must be a number or null'],
    [{ type: 'integer' }, 1.5, 'the result must be a whole number'],
    [{ type: 'integer' }, 3, null],
    [{ type: 'boolean' }, 0, 'the result must be true or false'],
    [{ enum: ['a', { b: 1, c: [2] }] }, { c: [2], b: 1 }, null],
    [{ enum: ['a', 'b'] }, 'c', 'the result must be one of "a", "b"'],
    [{ const: null }, 0, 'the result must be null'],
    [{ minimum: 1 }, 0, 'the result must be at least 1'],
    [{ maximum: 1 }, 2, 'the result must be at most 1'],
    [{ exclusiveMinimum: 1 }, 1, 'the result must be more than 1'],
    [{ exclusiveMaximum: 1 }, 1, 'the result must be less than 1'],
    [{ minimum: 1 }, 'text', null],
    [{ minLength: 2 }, '😀', 'the result must have at least 2 characters'],
    [{ maxLength: 1 }, '😀', null],
    [{ minItems: 1 }, [], 'the result must have at least 1 items'],
    [{ format: 'date' }, '2026-02-30', 'the result must be a date such as 2026-01-31'],
    [{ format: 'date' }, '2026-02-28', null],
    [
      { format: 'date-time' },
      '2026-02-28T24:61:00Z',
      'the result must be a time such as 2026-01-31T08:30:00Z',
    ],
    [{ format: 'date-time' }, '2026-02-28T23:01:00.5+01:00', null],
    [{ format: 'uri' }, 'anything', null],
    [{ required: ['a'] }, {}, 'a is missing'],
    [{ required: ['toString'] }, {}, 'toString is missing'],
    [{ properties: { a: {} }, additionalProperties: false }, { b: 1 }, 'b is not a key of the schema'],
    [{ properties: { a: { items: { type: 'string' } } } }, { a: ['x', 1] }, 'a[1] must be a text'],
    [{ properties: { a: { properties: { b: { type: 'null' } } } } }, { a: { b: 1 } }, 'a.b must be null'],
  ])('compares %j with %j', (schema, value, problem) => {
    expect(readResultSchema(schema)).toBe(schema);
    expect(checkResult(schema, value)).toBe(problem);
  });

  it('takes little time for large values', () => {
    const schema = { items: { enum: Array.from({ length: resultSchemaBounds.values }, (_, n) => `v${n}`) } };
    const value = Array(16_000).fill('v49');
    const start = performance.now();
    expect(checkResult(schema, value)).toBeNull();
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
