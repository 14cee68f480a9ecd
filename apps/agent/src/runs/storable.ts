/** No database keeps NUL, and half of a surrogate pair is no text. */
export function storableText(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}

/** The same for all texts and names in a JSON value. */
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [storableText(name), storableJson(part)]),
  );
}

/** The text's beginning in at most so many bytes of UTF-8, with a marker where something is missing. */
export function cutBytes(text: string, limit: number, marker: string): string {
  if (text.length * 3 <= limit || Buffer.byteLength(text) <= limit) return text;
  const bytes = Buffer.from(text.slice(0, limit));
  let end = Math.min(bytes.length, limit - Buffer.byteLength(marker));
  while (end > 0 && (bytes[end] & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end) + marker;
}
