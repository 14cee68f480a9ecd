import { stripAnsi } from '../../ui/display/strip-ansi';

/** Returns a line that ends with a JSON object or array in several lines. Undefined for other lines. */
export function formatJson(text: string): string | undefined {
  const plain = stripAnsi(text).trimEnd();
  const start = plain.search(/[{[]/);
  if (start < 0 || !plain.includes('"') || !/[}\]]$/.test(plain)) return undefined;
  try {
    return plain.slice(0, start) + JSON.stringify(JSON.parse(plain.slice(start)), null, 2);
  } catch {
    return undefined;
  }
}
