import { isFileReference } from './input-file-protocol';

/** A configuration item as it was uploaded. */
export type Item = Record<string, unknown>;

/** Returns whether a text matches a regular expression. Patterns come from scripts, and may take very long. */
export type TestPattern = (source: string, flags: string, text: string) => boolean;

export interface Check {
  value: unknown;
  /** The value as text. */
  text: string;
  args: string[];
  item: Item;
  values: Item;
  testPattern: TestPattern;
}

/** The rules that items may have. All but `required` and `accepted` only see values that are not empty. */
export const checks = {
  required: ({ text, args }) => args[0] !== 'trim' || text.trim() !== '',
  accepted: ({ value, text }) => value === true || ['yes', 'on', '1', 'true'].includes(text),
  after: ({ text, args }) => Date.parse(text) > dateOf(args),
  before: ({ text, args }) => Date.parse(text) < dateOf(args),
  alpha: ({ text, args }) => (args[0] === 'latin' ? /^[a-z]+$/i : /^\p{L}+$/u).test(text),
  alphanumeric: ({ text, args }) => (args[0] === 'latin' ? /^[a-z0-9]+$/i : /^[\p{L}\p{N}]+$/u).test(text),
  between: ({ value, args: [from = 0, to = 10, kind] }) =>
    sizeOf(value, kind) > Number(from) && sizeOf(value, kind) < Number(to),
  confirm: ({ value, args, item, values }) => value === values[args[0] ?? confirmedName(String(item.name))],
  date: ({ text, args: [format] }) =>
    format ? datePattern(format).test(text) : !Number.isNaN(Date.parse(text)),
  email: ({ text }) =>
    /^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:".]+(\.[^\s@<>()[\],;:".]+)*\.[^\s@<>()[\],;:".]{2,}$/.test(text),
  endsWith: ({ text, args }) => args.length === 0 || args.some((end) => text.endsWith(end)),
  startsWith: ({ text, args }) => args.length === 0 || args.some((start) => text.startsWith(start)),
  file: ({ value }) => isFileReference(value),
  in: ({ value, args }) => textsOf(value).every((text) => args.includes(text)),
  not: ({ value, args }) => !textsOf(value).some((text) => args.includes(text)),
  matches: ({ text, args, testPattern }) => args.some((pattern) => matches(text, pattern, testPattern)),
  max: ({ value, args: [limit = 10, kind] }) => sizeOf(value, kind) <= Number(limit),
  min: ({ value, args: [limit = 1, kind] }) => sizeOf(value, kind) >= Number(limit),
  number: ({ text }) => text.trim() !== '' && !Number.isNaN(Number(text)),
  time: ({ text }) => /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text),
  url: ({ text }) => /^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(text) && isUrl(text),
} satisfies Record<string, (check: Check) => boolean>;

/** Returns the texts of a value or of a list of values. */
export function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map((part) =>
    part === undefined || part === null ? '' : String(part),
  );
}

/** Returns the number that limits compare: the length of a list or text, or the value of a number. */
function sizeOf(value: unknown, kind: string | undefined): number {
  if (Array.isArray(value)) return value.length;
  const text = String(value);
  return isMeasuredByLength(text, kind) ? [...text].length : Number(text);
}

/** Returns whether a rule counts the characters of a text. `kind` is the last argument of the rule. */
export function isMeasuredByLength(text: string, kind: string | undefined): boolean {
  if (kind === 'value' || kind === 'length') return kind === 'length';
  return text.trim() === '' || Number.isNaN(Number(text));
}

function dateOf([date]: string[]): number {
  return date === undefined ? Date.now() : Date.parse(date);
}

function confirmedName(name: string): string {
  return name.endsWith('_confirm') ? name.slice(0, -'_confirm'.length) : `${name}_confirm`;
}

const dateParts: Record<string, string> = {
  YYYY: '\\d{4}',
  YY: '\\d{2}',
  MM: '(0[1-9]|1[0-2])',
  M: '(0?[1-9]|1[0-2])',
  DD: '(0[1-9]|[12]\\d|3[01])',
  D: '(0?[1-9]|[12]\\d|3[01])',
};

/** Converts a format such as MM/DD/YYYY to a pattern. Whether the day exists is not checked. */
function datePattern(format: string): RegExp {
  const escaped = format.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/YYYY|YY|MM|M|DD|D/g, (part) => dateParts[part] ?? part)}$`);
}

/** Compares a text with a text, or with a pattern such as /^a/i. */
function matches(text: string, pattern: string, testPattern: TestPattern): boolean {
  const end = pattern.lastIndexOf('/');
  if (!pattern.startsWith('/') || end < 1) return text === pattern;
  return testPattern(pattern.slice(1, end), pattern.slice(end + 1), text);
}

function isUrl(text: string): boolean {
  try {
    return new URL(text) !== undefined;
  } catch {
    return false;
  }
}
