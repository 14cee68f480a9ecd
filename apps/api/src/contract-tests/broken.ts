import fc from 'fast-check';
import type { z } from 'zod';
import { multipart, type Call } from './call';
import { character, valuesOf, type KnownValues } from './samples';

type Part = Pick<Call, 'body' | 'headers'>;

const json = { 'Content-Type': 'application/json' };

/** Texts that often break databases, parsers and comparisons. */
const nastyText = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '😀'.repeat(300),
    '%',
    '_',
    '\\',
    "'; DROP TABLE x --",
    '__proto__',
    'constructor',
    '\u202e',
    'x'.repeat(100_000),
    '../../etc/passwd',
  ),
  fc.string({ unit: character, maxLength: 60 }),
);

/** Values of any kind. */
const anything = fc.oneof(
  nastyText,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], [null]),
  fc.dictionary(nastyText, fc.oneof(nastyText, fc.integer()), { maxKeys: 3 }),
  fc.array(nastyText, { maxLength: 3 }),
);

/** Nested so deeply that a recursive function overflows the stack. */
function deep(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

/** Bodies that are empty, or that do not match their content type. */
const unreadable: fc.Arbitrary<Part> = fc.oneof(
  fc.record({
    headers: fc.constant(json),
    body: fc.constantFrom(
      '{',
      '[1,',
      '{"a":}',
      'null',
      '"text"',
      '7',
      '[]',
      '[[[[',
      '\ufeff{}',
      '\0',
      deep(20_000),
    ),
  }),
  fc.record({
    headers: fc.constant(json),
    body: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
  }),
  fc.record({
    headers: fc
      .constantFrom(
        'text/plain',
        'application/xml',
        'application/octet-stream',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'application/json; charset=utf-16',
        'application/json; charset=nonsense',
        ';',
        'a/b; c="',
      )
      .map((type) => ({ 'Content-Type': type })),
    body: fc.oneof(fc.constantFrom('{"name":"a"}', 'a=b', '--x\r\n\r\n', '--x--'), nastyText),
  }),
  fc.record({
    headers: fc.constantFrom<Record<string, string>>(
      { ...json, 'Content-Encoding': 'gzip' },
      { ...json, 'Content-Encoding': 'nonsense' },
    ),
    body: fc.constant('{}'),
  }),
);

/** Encodes a text for a URL. Lone surrogates cannot be encoded and are replaced as in UTF-8. */
export function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** Invalid requests for a route, some of each kind. */
export function brokenBodies(schema: z.ZodType | undefined, known: KnownValues): fc.Arbitrary<Part> {
  const objects = fc.dictionary(nastyText, anything, { maxKeys: 4 }).map((body) => ({ body }));
  const deepValues = fc.constantFrom(5_000, 100_000).map((levels) => ({
    headers: json,
    body: `{"vars":${deep(levels)},"devices":[{"_id":${JSON.stringify(known._id)}}],"code":"1"}`,
  }));
  if (!schema) return fc.oneof(unreadable, objects);
  const changed = fc
    .tuple(valuesOf(schema, known), fc.nat(), anything, fc.constantFrom('replace', 'remove', 'add'))
    .map(([value, place, strange, how]) => ({ body: change(value, { place, strange, how }) }));
  return fc.oneof(
    { weight: 4, arbitrary: changed },
    { weight: 2, arbitrary: unreadable },
    objects,
    deepValues,
  );
}

const files = fc.record({
  part: fc.constantFrom('data', 'file', 'other', ''),
  name: fc.oneof(fc.constantFrom('code.js', 'config.json', '', 'a.exe', '../x.js'), nastyText),
  type: fc.constantFrom('application/javascript', 'application/json', 'text/plain', '', 'a/b; c="'),
  text: fc.oneof(
    fc.constantFrom<string | Buffer>(
      '[]',
      '{}',
      '[{"name":1}]',
      '[null]',
      Buffer.from([0xff, 0xfe]),
      deep(20_000),
    ),
    nastyText,
  ),
});

/** Uploads without files, with too many files, and with truncated bodies. */
export const brokenUploads: fc.Arbitrary<Part> = fc.oneof(
  { weight: 3, arbitrary: fc.array(files, { maxLength: 4 }).map(multipart) },
  fc.tuple(fc.array(files, { minLength: 1, maxLength: 2 }), fc.nat(200)).map(([some, cut]) => {
    const { headers, body } = multipart(some);
    return { headers, body: body.subarray(0, Math.max(body.length - cut, 0)) };
  }),
  unreadable,
);

/** Replaces, removes or adds one property somewhere in a body. */
function change(
  value: unknown,
  { place, strange, how }: { place: number; strange: unknown; how: string },
): unknown {
  if (typeof value !== 'object' || value === null) return strange;
  const copy = structuredClone(value) as Record<string, unknown>;
  const keys = Object.keys(copy);
  const key = keys[place % Math.max(keys.length, 1)];
  if (how === 'add' || key === undefined) return { ...copy, [`extra${place}`]: strange };
  const inner = copy[key];
  if (how === 'remove') delete copy[key];
  else if (typeof inner === 'object' && inner !== null && place % 2) {
    copy[key] = change(inner, { place: Math.floor(place / 2), strange, how });
  } else copy[key] = strange;
  return copy;
}

/** Query strings with known names and arbitrary values. */
export function queries(names: string[]): fc.Arbitrary<string> {
  const name = names.length > 0 ? fc.constantFrom(...names, 'extra', 'limit[]') : fc.constant('extra');
  const value = fc.oneof(
    nastyText.map((text) => encode(text.slice(0, 2000))),
    fc.constantFrom(
      'true',
      '5',
      '0',
      '-1',
      '9'.repeat(400),
      '%',
      '%00',
      '%ff',
      '%E0%A4%A',
      '0'.repeat(24),
      '[',
    ),
  );
  return fc
    .array(fc.tuple(name, value), { maxLength: 4 })
    .map((pairs) => pairs.map(([key, text]) => `${key}=${text}`).join('&'))
    .map((query) => (query ? `?${query}` : ''));
}

/** Values to use in a path in place of an ID. */
export const pathParts = fc.oneof(
  fc.constantFrom(
    '0'.repeat(24),
    'x',
    '%00',
    '%ff',
    '%E0%A4%A',
    '..%2f',
    '%2F',
    'A'.repeat(24),
    'a'.repeat(5_000),
    '%F0%9F%98%80',
  ),
  nastyText.map((text) => encode(text.slice(0, 200)) || '%20'),
);
