import { z } from 'zod';
import { Attachment } from './messages.schemas';
import { DeviceFrame } from './link';
import { routes } from './routes';

type Json = z.core.JSONSchema.BaseSchema;
type Wrap = (text: string) => unknown;

const chars = 65_536;

/** Texts on which patterns that backtrack take quadratic time or longer. */
const hostileTexts = [
  'a',
  ' ',
  '@',
  'a@',
  'a.',
  '(',
  '0',
  '-',
  '/',
  '%',
  ':',
  '* ',
  'T0',
  '\n',
  '😀',
  '\\',
].flatMap((unit) => {
  const long = unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars);
  return [long, `${long}!`, `${long} `, `a@${long} `, `https://${long} `, `${long}\0`];
});

/** A generous bound: linear parsing takes a few milliseconds, quadratic parsing seconds. */
const maxMs = 1000;

/** Returns a function for each place of a schema where a caller can put a text, as a property name too. */
function textPlaces(json: Json): Wrap[] {
  const choices = json.anyOf ?? json.oneOf ?? json.allOf;
  if (choices) return choices.flatMap((choice) => textPlaces(choice));
  if (json.type === 'array') {
    return textPlaces((json.items ?? {}) as Json).map((wrap) => (text: string) => [wrap(text)]);
  }
  if (json.type === 'object') {
    const properties = Object.entries((json.properties ?? {}) as Record<string, Json>);
    // Such as the type of a frame, without which its other fields are not parsed.
    const constants = Object.fromEntries(
      properties.filter(([, field]) => field.const !== undefined).map(([name, field]) => [name, field.const]),
    );
    const fields = properties.flatMap(([name, field]) =>
      textPlaces(field).map((wrap) => (text: string) => ({ ...constants, [name]: wrap(text) })),
    );
    return [...fields, (text) => ({ [text]: text })];
  }
  return [(text) => text];
}

const isSchema = (value: unknown): value is z.ZodType =>
  typeof (value as { safeParse?: unknown } | undefined)?.safeParse === 'function';

const schemas = routes
  .flatMap(({ name, route }) => [
    { name: `the body of ${name}`, schema: 'body' in route ? route.body : undefined },
    { name: `the query of ${name}`, schema: route.query },
    { name: `the path of ${name}`, schema: route.pathParams },
  ])
  .concat([
    { name: 'a frame of a device', schema: DeviceFrame },
    { name: 'an attachment', schema: Attachment },
  ])
  .filter((entry): entry is { name: string; schema: z.ZodType } => isSchema(entry.schema));

describe.each(schemas)('$name', ({ schema }) => {
  it('is parsed in linear time, whatever its texts are', () => {
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
    for (const wrap of textPlaces(json)) {
      for (const text of hostileTexts) {
        const value = wrap(text);
        const startedAt = performance.now();
        schema.safeParse(value);
        if (performance.now() - startedAt > maxMs) {
          throw new Error(`Parsing ${JSON.stringify(value).slice(0, 60)}… takes longer than ${maxMs} ms.`);
        }
      }
    }
  });
});
