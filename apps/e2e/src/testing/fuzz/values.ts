import { LIMITS } from '@drover/contract/limits';
import fc from 'fast-check';

/** A JSON schema of the contract. */
export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
}

/** Values of a property that make the rest of a request meaningful, such as the ID of a device, by its name. */
export type KnownValues = Record<string, string>;

/** Sizes up to a bound: as many of one digit as of two or three. Large ones are rare, because they take longer. */
function sizes(max: number): fc.Arbitrary<number> {
  const upTo = (most: number) =>
    fc.double({ min: 0, max: 1, noNaN: true }).map((share) => Math.round(Math.min(most, max) ** share));
  return fc.oneof(
    { weight: 300, arbitrary: upTo(1_000) },
    { weight: 30, arbitrary: upTo(70_000) },
    { weight: 3, arbitrary: upTo(max) },
    { weight: 1, arbitrary: fc.constantFrom(max - 1, max, max + 1) },
  );
}

const units = [
  'a',
  ' ',
  '0',
  '\0',
  '"',
  '\\',
  '\n',
  '\ud800',
  'é',
  '漢',
  '😀',
  '%',
  '(',
  '@',
  'a.',
  'ab@',
  '\u202e',
];

/** Repetitions of a few characters. */
export function texts(max: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...units), sizes(max), fc.constantFrom('', 'b', ' ', '\0'))
    .map(([unit, size, end]) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size) + end);
}

/** JSON texts that nest arrays or objects, closed or not. */
export function nestedTexts(max: number): fc.Arbitrary<string> {
  const brackets = fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[{"":', '}]'], ['[[],', ']']);
  return fc
    .tuple(brackets, sizes(max / 8), fc.boolean())
    .map(
      ([[open, close], depth, isClosed]) => `${open.repeat(depth)}1${isClosed ? close.repeat(depth) : ''}`,
    );
}

/** JSON texts of arrays and objects with many small values. */
export function wideTexts(max: number): fc.Arbitrary<string> {
  const item = fc.constantFrom('0', '""', '[]', '{}', 'null', '[[]]', '{"a":0}', '1e400', '-0');
  return fc.tuple(item, sizes(max / 16), fc.boolean()).map(([value, count, isObject]) => {
    const values = Array.from({ length: count }, (_, index) => (isObject ? `"k${index}":${value}` : value));
    return isObject ? `{${values.join()}}` : `[${values.join()}]`;
  });
}

const numbers = fc.constantFrom(
  '0',
  '-1',
  '1.5',
  '1e308',
  '-1e400',
  '9007199254740993',
  '2147483648',
  '1e-400',
);
const others = fc.constantFrom('null', 'true', 'false', '""', '[]', '{}', '[null]', '{"__proto__":{"a":1}}');

/** JSON texts of any kind, of a size up to the bound. */
export function anyJson(max: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: texts(max).map((text) => JSON.stringify(text)) },
    { weight: 2, arbitrary: numbers },
    { weight: 2, arbitrary: others },
    { weight: 1, arbitrary: nestedTexts(max) },
    { weight: 1, arbitrary: wideTexts(max) },
  );
}

/** Values of a schema: most of the right type, and some of any kind. */
export function jsonOf(schema: JsonSchema, known: KnownValues, max: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: typedJson(schema, known, max) },
    { weight: 1, arbitrary: anyJson(max) },
  );
}

function typedJson(schema: JsonSchema, known: KnownValues, max: number): fc.Arbitrary<string> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => typedJson(choice, known, max)));
  if (schema.const !== undefined) return fc.constant(JSON.stringify(schema.const));
  if (schema.enum) return fc.constantFrom(...schema.enum.map((value) => JSON.stringify(value)));
  switch (schema.type) {
    case 'object':
      return objectJson(schema, known, max);
    case 'array':
      return fc
        .array(jsonOf(schema.items ?? {}, known, max), { maxLength: 3 })
        .map((items) => `[${items.join()}]`);
    case 'string':
      return fc.oneof(
        { weight: 3, arbitrary: texts(200).map((text) => JSON.stringify(text)) },
        { weight: 2, arbitrary: fc.constantFrom('"a"', '"1.2.3"', `"${'0'.repeat(24)}"`, '"0 9 * * *"') },
        { weight: 1, arbitrary: texts(max).map((text) => JSON.stringify(text)) },
      );
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({ min: -1, max: 2000 }).map(String),
        fc.constant(String(Date.now())),
        numbers,
      );
    case 'boolean':
      return fc.constantFrom('true', 'false');
    default:
      return anyJson(max);
  }
}

function objectJson({ properties = {} }: JsonSchema, known: KnownValues, max: number): fc.Arbitrary<string> {
  const fields = Object.entries(properties).map(([name, property]) => {
    const value = name in known ? knownJson(property, known[name]) : jsonOf(property, known, max);
    return fc
      .option(value, { freq: name in known ? 20 : 3 })
      .map((json) => (json === null ? [] : [[name, json]]));
  });
  const extra = fc.option(fc.tuple(texts(100), anyJson(max)), { freq: 1 });
  return fc
    .tuple(fc.tuple(...fields), fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, extra))
    .map(
      ([own, more]) =>
        `{${[...own.flat(), ...(more ? [more] : [])].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`,
    );
}

/** The known value, or a list with it. */
function knownJson({ type }: JsonSchema, value: string): fc.Arbitrary<string> {
  const json = JSON.stringify(value);
  return fc.constant(type === 'array' ? `[{"_id":${json}}]` : json);
}

/** The largest body of a request. */
export const bodyBytes = LIMITS.bodyBytes;

/** Draws values from an arbitrary without end, the same for the same seed. */
export function* draw<Value>(arbitrary: fc.Arbitrary<Value>, seed: number, count: number): Generator<Value> {
  const atOnce = 100;
  for (let drawn = 0; drawn < count; drawn += atOnce) {
    yield* fc.sample(arbitrary, { seed: seed + drawn, numRuns: Math.min(atOnce, count - drawn) });
  }
}
