/** Ends a text that was cut. */
const cutMarker = ' …';

/**
 * Returns a text of a device as it is stored: without NUL, which PostgreSQL does not store, without unpaired surrogates,
 * which are not text, and of at most so many bytes.
 */
export function toStoredText(text: string, maxBytes: number): string {
  // UTF-8 takes at least one byte for each UTF-16 code unit, so code units beyond `maxBytes` never fit.
  const isCut = text.length > maxBytes;
  const part = isCut ? text.slice(0, maxBytes) : text;
  const clean = part.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
  if (!isCut && (clean.length * 3 <= maxBytes || Buffer.byteLength(clean) <= maxBytes)) return clean;
  const bytes = Buffer.from(clean);
  let end = maxBytes - Buffer.byteLength(cutMarker);
  // Never cuts a character in half: its further bytes begin with the bits 10.
  while ((bytes[end] & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end) + cutMarker;
}
