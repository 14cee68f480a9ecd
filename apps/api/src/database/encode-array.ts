/** Characters that need no quotes in an element of an array, such as those of IDs, states and times. */
const plain = /^[\w.:+-]+$/;

/**
 * Formats an array as PostgreSQL reads it (PostgreSQL documentation, 8.15.2). The driver takes several times as long, and
 * hundreds of bytes of memory for each element. Returns values that are no arrays, and arrays of other types, as they are.
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
