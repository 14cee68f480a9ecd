/*
 * Schemas of results: a fixed part of JSON Schema, for the console and the server. This file imports no schemas, so that a
 * browser can load it alone. Nothing here compiles or runs anything that a schema contains: keywords that would need a
 * regular expression, or a reference, are refused.
 */

/** Most levels that a schema nests, most keys of an object, and most values of an enumeration. */
export const resultSchemaBounds = { depth: 10, properties: 200, values: 50 } as const;

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;

type SchemaType = (typeof types)[number];

/** A schema that {@link readResultSchema} has checked. Keywords for people, such as `description`, are not listed. */
export interface ResultSchema {
  type?: SchemaType | SchemaType[];
  title?: string;
  format?: string;
  properties?: Record<string, ResultSchema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: ResultSchema;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** What is wrong with a schema, and where. */
export interface SchemaProblem {
  /** Keys from the outermost schema, such as `properties.price.type`. */
  path: string;
  problem: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isText = (value: unknown) => typeof value === 'string';
const isType = (value: unknown) => types.some((type) => type === value);

type Rule = readonly [isValid: (value: unknown) => boolean, problem: string];

const number: Rule = [isNumber, 'must be a number'];
const count: Rule = [isCount, 'must be a whole number of at least 0'];
const text: Rule = [isText, 'must be a text'];
const anything: Rule = [() => true, ''];

/** The keywords that a schema may have, other than those that contain schemas. */
const rules: Record<string, Rule> = {
  type: [
    (value) => isType(value) || (Array.isArray(value) && value.length > 0 && value.every(isType)),
    `must be one of ${types.join(', ')}, or an array of them`,
  ],
  required: [(value) => Array.isArray(value) && value.every(isText), 'must be an array of keys'],
  additionalProperties: [(value) => typeof value === 'boolean', 'must be true or false'],
  enum: [
    (value) => Array.isArray(value) && value.length > 0 && value.length <= resultSchemaBounds.values,
    `must be an array of 1 to ${resultSchemaBounds.values} values`,
  ],
  const: anything,
  ...{ minimum: number, maximum: number, exclusiveMinimum: number, exclusiveMaximum: number },
  ...{ minLength: count, maxLength: count, minItems: count, maxItems: count },
  ...{ title: text, description: text, format: text, $schema: text, $id: text, $comment: text },
  ...{ default: anything, examples: anything, deprecated: anything, readOnly: anything },
};

/** Checks that a value is a schema of the supported part of JSON Schema. */
export function readResultSchema(value: unknown): ResultSchema | SchemaProblem {
  return findSchemaProblem(value, []) ?? (value as ResultSchema);
}

/** Whether {@link readResultSchema} found a problem. */
export function isSchemaProblem(read: ResultSchema | SchemaProblem): read is SchemaProblem {
  return 'problem' in read && 'path' in read;
}

function findSchemaProblem(schema: unknown, path: string[]): SchemaProblem | undefined {
  const at = (problem: string, ...keys: string[]) => ({ path: [...path, ...keys].join('.'), problem });
  if (!isObject(schema)) return at('must be an object with keywords of JSON Schema');
  if (path.length > resultSchemaBounds.depth * 2) {
    return at(`must not nest more than ${resultSchemaBounds.depth} levels`);
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties') {
      if (!isObject(value)) return at('must be an object with a schema for each key', keyword);
      const entries = Object.entries(value);
      const { properties: max } = resultSchemaBounds;
      if (entries.length > max) return at(`must have at most ${max} keys`, keyword);
      for (const [key, child] of entries) {
        const problem = findSchemaProblem(child, [...path, keyword, key]);
        if (problem) return problem;
      }
    } else if (keyword === 'items') {
      const problem = findSchemaProblem(value, [...path, keyword, '*']);
      if (problem) return problem;
    } else {
      const rule = Object.hasOwn(rules, keyword) ? rules[keyword] : undefined;
      if (!rule) return at('is not a supported keyword', keyword);
      if (!rule[0](value)) return at(rule[1], keyword);
    }
  }
  return undefined;
}

/** Returns why a result does not match a schema, or null if it does. The first difference counts. */
export function checkResult(schema: ResultSchema, value: unknown): string | null {
  return findMismatch(schema, value, '') ?? null;
}

function findMismatch(schema: ResultSchema, value: unknown, path: string): string | undefined {
  const name = path || 'the result';
  const { type } = schema;
  const allowed = type === undefined ? [] : [type].flat();
  if (allowed.length > 0 && !allowed.some((each) => hasType(value, each))) {
    return `${name} must be ${allowed.map((each) => typeNames[each]).join(' or ')}`;
  }
  if (schema.enum && !schema.enum.some((each) => isEqual(each, value))) {
    return `${name} must be one of ${cut(schema.enum.map((each) => JSON.stringify(each)).join(', '))}`;
  }
  if ('const' in schema && !isEqual(schema.const, value)) {
    return `${name} must be ${cut(JSON.stringify(schema.const))}`;
  }
  const problem =
    typeof value === 'number'
      ? checkNumber(schema, value)
      : typeof value === 'string'
        ? checkText(schema, value)
        : Array.isArray(value)
          ? checkLength(value.length, [schema.minItems, schema.maxItems], 'items')
          : undefined;
  if (problem) return `${name} ${problem}`;
  return isObject(value) ? checkKeys(schema, value, path) : checkItems(schema, value, path);
}

function checkKeys(schema: ResultSchema, value: Record<string, unknown>, path: string): string | undefined {
  const nameOf = (key: string) => (path ? `${path}.${cut(key)}` : cut(key));
  const missing = schema.required?.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) return `${nameOf(missing)} is missing`;
  const { properties = {}, additionalProperties } = schema;
  for (const [key, each] of Object.entries(value)) {
    if (!Object.hasOwn(properties, key)) {
      if (additionalProperties === false) return `${nameOf(key)} is not a key of the schema`;
      continue;
    }
    const problem = findMismatch(properties[key], each, nameOf(key));
    if (problem) return problem;
  }
  return undefined;
}

function checkItems({ items }: ResultSchema, value: unknown, path: string): string | undefined {
  if (!items || !Array.isArray(value)) return undefined;
  for (const [index, each] of value.entries()) {
    const problem = findMismatch(items, each, `${path}[${index}]`);
    if (problem) return problem;
  }
  return undefined;
}

const typeNames: Record<SchemaType, string> = {
  ...{ object: 'an object', array: 'an array', string: 'a text', number: 'a number' },
  ...{ integer: 'a whole number', boolean: 'true or false', null: 'null' },
};

function hasType(value: unknown, type: SchemaType): boolean {
  if (type === 'object') return isObject(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return type === 'null' ? value === null : typeof value === type;
}

function checkNumber(schema: ResultSchema, value: number): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) {
    return `must be more than ${exclusiveMinimum}`;
  }
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) {
    return `must be less than ${exclusiveMaximum}`;
  }
  return undefined;
}

function checkText({ minLength, maxLength, format }: ResultSchema, value: string): string | undefined {
  if (minLength !== undefined || maxLength !== undefined) {
    const problem = checkLength([...value].length, [minLength, maxLength], 'characters');
    if (problem) return problem;
  }
  if (format === 'date' && !isDate(value)) return 'must be a date such as 2026-01-31';
  if (format === 'date-time' && !isDateTime(value)) return 'must be a time such as 2026-01-31T08:30:00Z';
  return undefined;
}

function checkLength(length: number, range: (number | undefined)[], unit: string): string | undefined {
  const [min = 0, max = Infinity] = range;
  if (length < min) return `must have at least ${min} ${unit}`;
  return length > max ? `must have at most ${max} ${unit}` : undefined;
}

/** Whether a text is a date that exists. The pattern has no repetition, so its cost does not depend on the text. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function isDateTime(value: string): boolean {
  const isShaped =
    value.length <= 40 &&
    /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/.test(value);
  return isShaped && isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value));
}

/** Whether two JSON values are equal. The order of keys does not count. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, index) => isEqual(each, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  );
}

function cut(value: string): string {
  return value.length > 200 ? `${value.slice(0, 199)}…` : value;
}
