const shortBytes = 126;

/** Texts with at least so many bytes need a header with a 64-bit length. They are sent without being copied. */
export const longTextBytes = 65_536;

/** Returns the header of an unmasked and unfragmented text frame (RFC 6455, section 5.2). */
function headerOf(bytes: number): number[] {
  if (bytes < shortBytes) return [0x81, bytes];
  if (bytes < longTextBytes) return [0x81, shortBytes, bytes >> 8, bytes & 0xff];
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(bytes));
  return [0x81, shortBytes + 1, ...size];
}

/**
 * Returns a text of ASCII characters as one frame, to be written as latin1. Returns undefined for other texts and for long
 * ones. Node writes a string without a buffer, so this takes two thirds of the time of `ws`, which writes the header and
 * the text as two buffers.
 */
export function toTextFrame(text: string): string | undefined {
  const { length } = text;
  if (length >= longTextBytes || Buffer.byteLength(text) !== length) return undefined;
  return String.fromCharCode(...headerOf(length)) + text;
}

/** Returns the header and the parts of a text as the buffers of one frame, without copying the parts. */
export function toPartedFrame(parts: Buffer[]): Buffer[] {
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  return [Buffer.from(headerOf(bytes)), ...parts];
}
