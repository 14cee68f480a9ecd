import { LIMITS } from '@drover/contract/limits';
import type { StoreEntry } from '@drover/sdk';
import { isWithinLimit } from '../../ui/forms/counted-input';

/** How the value is typed: as JSON, or as a text without quotes. */
type ValueFormat = 'json' | 'text';

/** A value as it is typed. */
export interface ValueInput {
  format: ValueFormat;
  text: string;
}

/** Returns the input that stands for a value. */
export function toInput(value: unknown): ValueInput {
  return typeof value === 'string'
    ? { format: 'text', text: value }
    : { format: 'json', text: JSON.stringify(value, null, 2) };
}

/** Returns the input in another format. A text that is not JSON stays as it is, to be corrected. */
export function changeFormat({ text }: ValueInput, format: ValueFormat): ValueInput {
  if (format === 'json')
    return { format, text: text.trim() === '' || parses(text) ? text : JSON.stringify(text) };
  const value = parses(text) ? (JSON.parse(text) as unknown) : undefined;
  return { format, text: typeof value === 'string' ? value : text };
}

/** Returns what is wrong with the value, if anything. */
export function findProblem(input: ValueInput): 'notJson' | 'tooLarge' | undefined {
  if (input.format === 'json' && !parses(input.text)) return 'notJson';
  const json = JSON.stringify(readValue(input));
  return new TextEncoder().encode(json).length > LIMITS.storeValueBytes ? 'tooLarge' : undefined;
}

/** Returns the value. The input must have no problem. */
export function readValue({ format, text }: ValueInput): unknown {
  return format === 'json' ? JSON.parse(text) : text;
}

/** Whether a text can be a key. The addresses of the API cannot contain `.` and `..`. */
export function isKey(key: string): boolean {
  return !['', '.', '..'].includes(key) && isWithinLimit(key, LIMITS.storeKeyChars);
}

/** Returns the seconds until an entry ends, at least one. */
export function secondsUntilExpiry({ expiresAt }: StoreEntry, now = Date.now()): number | undefined {
  return expiresAt === null ? undefined : Math.max(1, Math.round((Date.parse(expiresAt) - now) / 1000));
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
