import type { KeyRange } from './statements';

const [lastCodePoint, firstSurrogate, lastSurrogate] = [0x10ffff, 0xd800, 0xdfff];

/** The range of the keys that begin with a prefix. The order is that of code points. */
export function rangeOf(prefix: string, after?: string): KeyRange {
  const below = followPrefix(prefix);
  return { from: prefix, ...(after !== undefined && { after }), ...(below !== undefined && { below }) };
}

/** The first text after all texts that begin with a prefix, or undefined if there is none. */
function followPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (char) => char.codePointAt(0) as number);
  while (points.at(-1) === lastCodePoint) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  const next = last + 1 >= firstSurrogate && last < lastSurrogate ? lastSurrogate + 1 : last + 1;
  return String.fromCodePoint(...points, next);
}
