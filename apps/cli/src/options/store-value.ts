import { CliError } from '../errors/cli-error';

/**
 * Parses a value of a store: JSON, or else a text. A text that begins like JSON is rejected, because it is more likely a
 * mistake in it.
 */
export function parseStoreValue(text: string, { isText = false } = {}): unknown {
  if (isText) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/^\s*["[{]/.test(text)) return text;
    throw new CliError('usage', `The value is not valid JSON: ${(error as Error).message}.`, [
      'Use --text to store it as a text.',
    ]);
  }
}

/** Returns the key of an entry. Addresses cannot contain the others. */
export function parseEntryKey(text: string): string {
  if (!['', '.', '..'].includes(text)) return text;
  throw new CliError('usage', 'The key of an entry must not be empty, . or ..');
}
