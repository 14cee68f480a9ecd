const unstorable = /[\uD800-\uDBFF][\uDC00-\uDFFF]|[\uD800-\uDFFF\u0000]/g;

/** Replaces NUL, which no database stores, and halves of surrogate pairs, which are not text. */
export function toStorableText(text: string): string {
  return text.replace(unstorable, (found) => (found.length === 2 ? found : '\uFFFD'));
}

/** Does the same for all strings and keys of a JSON value. */
export function toStorableJson(value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (Array.isArray(value)) return value.map(toStorableJson);
  if (typeof value !== 'object' || value === null) return value;
  const source = value as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  Object.keys(source).forEach((key) => (copy[toStorableText(key)] = toStorableJson(source[key])));
  return copy;
}

/** Returns the number of bytes of a text as UTF-8. */
export function countBytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i += 1) bytes += countExtraBytes(text.charCodeAt(i));
  return bytes;
}

/** Returns the beginning of a text in at most `limit` bytes of UTF-8. A cut text ends with the marker. */
export function cutToBytes(text: string, limit: number, marker: string): string {
  if (text.length * 3 <= limit || countBytes(text) <= limit) return text;
  let room = limit - countBytes(marker);
  let end = 0;
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    const units = unit >= 0xd800 && unit <= 0xdbff ? 2 : 1;
    room -= units === 2 ? 4 : 1 + countExtraBytes(unit);
    if (room < 0) break;
    end += units;
  }
  return text.slice(0, end) + marker;
}

/** Returns how many bytes a UTF-16 unit needs beyond the first. Each half of a surrogate pair counts two bytes. */
function countExtraBytes(unit: number): number {
  if (unit <= 0x7f) return 0;
  return unit <= 0x7ff || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
}
