import { LIMITS } from '@drover/contract';

/** Writes *** where a value of a secret stands. */
export type Mask = (text: string) => string;

const stars = '***';

/** A mask that leaves nothing: for what was written by who knows which secrets. */
export const hideAll: Mask = () => `${stars} (hidden: the secrets of this run cannot be read)`;

/**
 * Hides values as they are, line by line, and as JSON, addresses, base64 and hex write them. What a script makes of a
 * value by itself, such as its letters one by one, is not found.
 */
export function createMask(values: string[]): Mask {
  const parts = new Set(values.flatMap((value) => [value, ...value.split(/\r?\n/)]).flatMap(writingsOf));
  const found = [...parts]
    .filter((part) => part.length >= LIMITS.secretValueCharsMin)
    .sort((a, b) => b.length - a.length)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (found.length === 0) return (text) => text;
  const pattern = new RegExp(found.join('|'), 'g');
  return (text) => text.replace(pattern, stars);
}

function writingsOf(value: string): string[] {
  const trimmed = value.trim();
  if (trimmed.length < LIMITS.secretValueCharsMin) return [];
  const json = JSON.stringify(value).slice(1, -1);
  const ascii = json.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const address = encodeURIComponent(value);
  const lowerCase = address.replace(/%../g, (escape) => escape.toLowerCase());
  const hex = Buffer.from(value).toString('hex');
  const plain = [value, trimmed, json, ascii, address, lowerCase, address.replaceAll('%20', '+')];
  return [...plain, hex, hex.toUpperCase(), ...base64Of(value)];
}

/** Base64 differs by where in a text the value begins; the characters that its neighbours change are left out. */
function base64Of(value: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
    const whole = bytes.toString('base64').replace(/=+$/, '');
    const end = bytes.length % 3 === 0 ? whole.length : whole.length - 1;
    const inner = whole.slice([0, 2, 3][offset], end);
    // Fewer characters would be found by chance.
    if (inner.length < 8) return [];
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** The same for the texts, names and numbers in a JSON value. */
export function maskJson(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') return mask(String(value)) === String(value) ? value : mask(String(value));
  if (Array.isArray(value)) return value.map((part) => maskJson(part, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [mask(name), maskJson(part, mask)]));
}
