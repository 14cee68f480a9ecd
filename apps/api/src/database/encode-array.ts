/** Characters that need no quotes in an element of an array, such as those of IDs, states and times. */
const plain = /^[\w.:+-]+$/;

/**
 * Formats an array of strings, numbers, booleans, dates and nulls as an array literal of PostgreSQL (PostgreSQL
 * documentation, 8.15.2). It is several times as fast as the driver. Returns any other value unchanged.
 */
export function encodeArray(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const elements: string[] = [];
  for (const element of value as unknown[]) {
    const text = encodeElement(element);
    if (text === undefined) return value;
    elements.push(text);
  }
  return `{${elements.join()}}`;
}

function encodeElement(element: unknown): string | undefined {
  if (element === null) return 'NULL';
  if (typeof element === 'string') return encodeText(element);
  if (typeof element === 'number' || typeof element === 'boolean') return String(element);
  return element instanceof Date ? `"${element.toISOString()}"` : undefined;
}

function encodeText(text: string): string {
  if (plain.test(text) && text.toUpperCase() !== 'NULL') return text;
  return `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
}
