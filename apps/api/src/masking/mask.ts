import { LIMITS } from '@drover/contract';
import type { Steps } from '../tasks/steps';
import { PatternSet } from './pattern-set';

/** Replaces the values of secrets in a text by ***. */
export type Mask = (text: string) => Steps<string>;

const stars = '***';

/** Hides nothing, for runs without secrets. */
export const keepAll: Mask = function* (text) {
  return text;
};

/** Stands for a text that could not be masked. */
const unmaskable = `${stars} (hidden: the secrets of this run could not be masked)`;

/** Hides the whole text, for runs whose secrets are unknown. */
export const hideAll: Mask = function* () {
  return `${stars} (hidden: the secrets of this run cannot be read)`;
};

/**
 * Creates a mask for plain values, their lines, and their forms in JSON, URLs, base64 and hex. It does not find other
 * forms that a script may produce, such as a value letter by letter. A text that cannot be masked is hidden.
 */
export function* createMask(values: string[]): Steps<Mask> {
  const parts = new Set(values.flatMap((value) => [value, ...value.split(/\r?\n/)]));
  const patterns = yield* PatternSet.create(findPatterns(parts));
  if (patterns.isEmpty) return keepAll;
  return function* (text) {
    try {
      return yield* patterns.replace(text, stars);
    } catch {
      return unmaskable;
    }
  };
}

function* findPatterns(parts: Set<string>): Generator<string> {
  for (const part of parts) {
    for (const pattern of new Set(encodingsOf(part))) {
      if (pattern.length >= LIMITS.secretValueCharsMin) yield pattern;
    }
  }
}

function encodingsOf(value: string): string[] {
  const trimmed = value.trim();
  if (trimmed.length < LIMITS.secretValueCharsMin) return [];
  const json = JSON.stringify(value).slice(1, -1);
  const ascii = json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const url = encodeURIComponent(value);
  const lowerCase = url.replace(/%../g, (escape) => escape.toLowerCase());
  const hex = Buffer.from(value).toString('hex');
  const plain = [value, trimmed, json, ascii, url, lowerCase, url.replaceAll('%20', '+')];
  return [...plain, hex, hex.toUpperCase(), ...base64Of(value)];
}

/**
 * Returns the base64 forms for the three offsets of a value in a text, without the characters that depend on its
 * neighbours.
 */
function base64Of(value: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
    const whole = bytes.toString('base64').replace(/={1,2}$/, '');
    const end = bytes.length % 3 === 0 ? whole.length : whole.length - 1;
    const inner = whole.slice([0, 2, 3][offset], end);
    // Shorter strings would also match unrelated text.
    if (inner.length < 8) return [];
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Masks the strings, property names and numbers of a JSON value. */
export function* maskJson(value: unknown, mask: Mask): Steps<unknown> {
  if (typeof value === 'string') return yield* mask(value);
  if (typeof value === 'number') {
    const text = yield* mask(String(value));
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) {
    const parts: unknown[] = [];
    for (const part of value) parts.push(yield* maskJson(part, mask));
    return parts;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const [name, part] of Object.entries(value)) {
    entries.push([yield* mask(name), yield* maskJson(part, mask)]);
  }
  return Object.fromEntries(entries);
}
