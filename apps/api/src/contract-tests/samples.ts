import fc from 'fast-check';
import { z } from 'zod';

/** Values by property name that make a request meaningful, such as the ID of a device. */
export type KnownValues = Record<string, unknown>;

type Json = z.core.JSONSchema.BaseSchema;

/**
 * Properties of which a body has exactly one. Schemas check this in refinements, which JSON Schema does not contain.
 * Without this table, a valid body would be found only by chance, after thousands of attempts.
 */
const rivals = [
  ['scriptId', 'code'],
  ['devices', 'selector'],
  ['devices', 'rule'],
  ['cron', 'at', 'everyMinutes'],
  ['waves', 'perMinute'],
  ['which', 'failureId'],
];

/** Examples for formats that random texts do not have. */
const wellFormed: Record<string, string> = { cron: '0 9 * * 1-5', timeZone: 'Europe/Berlin' };

/** Surrogates, which are invalid on their own. */
const [firstSurrogate, surrogates] = [0xd800, 0x800];

/** Generates values that a schema accepts. Properties with a known name get the known value. */
export function valuesOf(schema: z.ZodType, known: KnownValues = {}): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return arbitraryOf(json, known).filter((value) => schema.safeParse(value).success);
}

/** Returns one such value, always the same. */
export function sampleOf(schema: z.ZodType, known: KnownValues = {}): unknown {
  return fc.sample(valuesOf(schema, known), { numRuns: 1, seed: 7 })[0];
}

function arbitraryOf(json: Json, known: KnownValues): fc.Arbitrary<unknown> {
  const types = Array.isArray(json.type) ? json.type.map((type) => ({ ...json, type })) : undefined;
  const choices = json.anyOf ?? json.oneOf ?? types;
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, known)));
  if (json.const !== undefined) return fc.constant(json.const);
  if (json.enum) return fc.constantFrom(...json.enum);
  switch (json.type) {
    case 'object':
      return objectOf(json, known);
    case 'array':
      return fc.array(arbitraryOf((json.items ?? {}) as Json, known), {
        minLength: Math.max(json.minItems ?? 0, 1),
        maxLength: Math.min(json.maxItems ?? 3, 3),
      });
    case 'string':
      return textOf(json);
    case 'integer':
      return fc.integer({ min: json.minimum ?? -1e6, max: json.maximum ?? 1e6 });
    case 'number':
      return fc.double({ min: json.minimum ?? -1e6, max: json.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: Json,
  known: KnownValues,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, property]) => [
    name,
    fieldOf(name, property as Json, known),
  ]);
  const record = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: [...required, ...Object.keys(known)].filter((name) => name in properties),
  }) as fc.Arbitrary<object>;
  const contested = rivals.filter((names) =>
    names.every((name) => name in properties && !required.includes(name)),
  );
  if (typeof additionalProperties !== 'object') return contested.reduce(withOneOf(known), record);
  return fc.dictionary(fc.string({ maxLength: 10 }), arbitraryOf(additionalProperties, known), {
    maxKeys: 4,
  });
}

/** Keeps one of the alternative properties: the known one, or any. */
const withOneOf =
  (known: KnownValues) =>
  (record: fc.Arbitrary<object>, names: string[]): fc.Arbitrary<object> =>
    fc.tuple(record, fc.nat(names.length - 1)).map(([value, pick]) => {
      const kept = names.find((name) => name in known) ?? names[pick];
      return Object.fromEntries(
        Object.entries(value).filter(([name]) => name === kept || !names.includes(name)),
      );
    });

function fieldOf(name: string, json: Json, known: KnownValues): fc.Arbitrary<unknown> {
  // A value of an enum is not the name of a record.
  const isKnown = name in known && !json.enum && json.const === undefined;
  if (name in wellFormed && json.type === 'string') return fc.constant(wellFormed[name]);
  if (isKnown && [json.type].flat().includes('string')) return fc.constant(known[name]);
  const items = json.items as Json | undefined;
  if (isKnown && items?.type === 'string') return fc.constant([known[name]]);
  return arbitraryOf(json, known);
}

/** Any character. The unit "binary" of fast-check builds a table of a million entries in each spec file. */
export const character = fc.nat({ max: 0x10f7ff }).map(
  (n) => String.fromCodePoint(n < firstSurrogate ? n : n + surrogates),
  (text) => {
    const [code = -1, ...more] = [...(text as string)].map((each) => each.codePointAt(0) as number);
    if (code < 0 || more.length > 0) throw new Error('not one character');
    return code < firstSurrogate ? code : code - surrogates;
  },
);

function textOf({ pattern, minLength = 0, maxLength = 40 }: Json): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  // The unit "grapheme-composite" counts characters differently than the limits do.
  const most = Math.max(minLength, Math.min(maxLength, 40));
  return fc.string({ unit: character, minLength, maxLength: most });
}
