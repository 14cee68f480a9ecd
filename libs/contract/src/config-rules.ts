/**
 * The rules of configuration items, for the console and the server. This file imports nothing, so that a browser can
 * load it alone. `validation` has rules such as `required|min:3`, or arrays such as `[["min", 3]]`.
 */

/** A rule of an item that its value does not meet. */
export interface RuleProblem {
  /** Name of the item. */
  name: string;
  /** How the message names the item: its `validation-name`, or its label, or its name. */
  label: string;
  rule: RuleName;
  /** The arguments of the rule, joined by commas. */
  limit: string;
  /** The item's own message for the rule, from `validation-messages`. */
  message?: string;
}

type Item = Record<string, unknown>;

interface Check {
  value: unknown;
  /** The value as text. */
  text: string;
  args: string[];
  item: Item;
  values: Item;
  /** Whether regular expressions of the item are run, which may take a long time. */
  canMatch: boolean;
}

const rules = {
  required: () => true,
  accepted: ({ value, text }) => value === true || ['yes', 'on', '1', 'true'].includes(text),
  after: ({ text, args }) => Date.parse(text) > dateOf(args),
  before: ({ text, args }) => Date.parse(text) < dateOf(args),
  alpha: ({ text, args }) => (args[0] === 'latin' ? /^[a-z]+$/i : /^\p{L}+$/u).test(text),
  alphanumeric: ({ text, args }) => (args[0] === 'latin' ? /^[a-z0-9]+$/i : /^[\p{L}\p{N}]+$/u).test(text),
  between: ({ value, args }) =>
    sizeOf(value, args[2]) >= Number(args[0]) && sizeOf(value, args[2]) <= Number(args[1]),
  confirm: ({ value, args, item, values }) => value === values[args[0] ?? confirmedName(String(item.name))],
  date: ({ text, args }) =>
    args[0] === undefined ? !Number.isNaN(Date.parse(text)) : hasFormat(text, args[0]),
  email: ({ text }) => /^[^\s@]+@[^\s@]+$/.test(text) && text.slice(text.indexOf('@')).includes('.'),
  endsWith: ({ text, args }) => args.some((end) => text.endsWith(end)),
  startsWith: ({ text, args }) => args.some((start) => text.startsWith(start)),
  in: ({ value, args }) => textsOf(value).every((text) => args.includes(text)),
  not: ({ value, args }) => !textsOf(value).some((text) => args.includes(text)),
  matches: ({ text, args, canMatch }) => args.some((pattern) => matches(text, pattern, canMatch)),
  max: ({ value, args }) => sizeOf(value, args[1]) <= Number(args[0] ?? 10),
  min: ({ value, args }) => sizeOf(value, args[1]) >= Number(args[0] ?? 1),
  number: ({ text }) => text.trim() !== '' && !Number.isNaN(Number(text)),
  url: ({ text }) => isUrl(text),
} satisfies Record<string, (check: Check) => boolean>;

/** Name of a rule that items may have. Others are ignored. */
type RuleName = keyof typeof rules;

/** Returns the first rule of each item that the values do not meet. */
export function checkConfigValues(
  config: readonly unknown[],
  values: Record<string, unknown>,
  canMatch = false,
): RuleProblem[] {
  return config.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const item = entry as Item;
    return typeof item.name === 'string' && item.name !== '' ? checkItem(item, values, canMatch) : [];
  });
}

/** Returns the English text of a problem. */
export function describeRuleProblem({ rule, label, limit, message }: RuleProblem): string {
  if (message !== undefined) return message;
  const texts: Partial<Record<RuleName, string>> = {
    required: 'is required',
    accepted: 'must be accepted',
    after: limit ? `must be after ${limit}` : 'must be in the future',
    before: limit ? `must be before ${limit}` : 'must be in the past',
    alpha: 'must consist of letters',
    alphanumeric: 'must consist of letters and digits',
    between: `must be between ${limit.replace(',', ' and ')}`,
    confirm: 'does not match its confirmation',
    date: limit ? `must be a date such as ${limit}` : 'must be a date',
    email: 'must be an e-mail address',
    endsWith: `must end with ${limit}`,
    startsWith: `must start with ${limit}`,
    in: `must be one of ${limit}`,
    not: `must not be one of ${limit}`,
    max: `must be at most ${limit}`,
    min: `must be at least ${limit}`,
    number: 'must be a number',
    url: 'must be a URL such as https://example.org',
  };
  return `${label} ${texts[rule] ?? 'does not have the required format'}`;
}

function checkItem(item: Item, values: Item, canMatch: boolean): RuleProblem[] {
  const name = String(item.name);
  const value = values[name];
  const parsed = parseRules(item.validation);
  const isEmpty =
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  // A checkbox that must be set is not set.
  const isMissing = isEmpty || (value === false && item.type === 'checkbox');
  for (const [rule, args] of parsed) {
    const isNeeded = rule === 'required' || rule === 'accepted';
    if (isMissing ? !isNeeded : rule === 'required' || isReference(value)) continue;
    const text = textsOf(value).join(',');
    if (!isMissing && rules[rule]({ value, text, args, item, values, canMatch })) continue;
    return [{ name, label: labelOf(item), rule, limit: shownArgs(rule, args), ...messageOf(item, rule) }];
  }
  return [];
}

/** Returns the arguments that a message names, without the last one of min:3,length. */
function shownArgs(rule: RuleName, args: string[]): string {
  const shown = { min: 1, max: 1, between: 2 }[rule as 'min'] ?? args.length;
  return args.slice(0, shown).join(',');
}

function parseRules(validation: unknown): [RuleName, string[]][] {
  const parts: unknown[] =
    typeof validation === 'string' ? validation.split('|') : Array.isArray(validation) ? validation : [];
  return parts.flatMap((part): [RuleName, string[]][] => {
    const [name = '', ...args] = Array.isArray(part) ? part.map(String) : splitRule(String(part));
    const rule = name
      .trim()
      .replace(/^\^/, '')
      .replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
    return Object.hasOwn(rules, rule) ? [[rule as RuleName, args]] : [];
  });
}

/** Splits `min:3,length`. The commas of a regular expression are its own. */
function splitRule(rule: string): string[] {
  const colon = rule.indexOf(':');
  if (colon === -1) return [rule];
  const args = rule.slice(colon + 1);
  return [
    rule.slice(0, colon),
    ...(args.startsWith('/') ? [args] : args.split(',').map((arg) => arg.trim())),
  ];
}

function labelOf(item: Item): string {
  const label = [item['validation-name'], item.validationName, item.label].find(
    (text) => typeof text === 'string' && text !== '',
  );
  return String(label ?? item.name);
}

function messageOf(item: Item, rule: RuleName): { message?: string } {
  const messages = item['validation-messages'] ?? item.validationMessages;
  const message = typeof messages === 'object' && messages !== null ? (messages as Item)[rule] : undefined;
  return typeof message === 'string' ? { message } : {};
}

/** A reference to a secret, whose value is not known here. */
function isReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map((part) =>
    part === undefined || part === null ? '' : String(part),
  );
}

/** Returns the number that min and max compare: the length of a list or text, or the value of a number. */
function sizeOf(value: unknown, kind: string | undefined): number {
  if (Array.isArray(value)) return value.length;
  const text = String(value);
  const isNumber = text.trim() !== '' && !Number.isNaN(Number(text));
  return kind === 'value' || (isNumber && kind !== 'length') ? Number(text) : [...text].length;
}

function dateOf([date]: string[]): number {
  return date === undefined ? Date.now() : Date.parse(date);
}

function confirmedName(name: string): string {
  return name.endsWith('_confirm') ? name.slice(0, -'_confirm'.length) : `${name}_confirm`;
}

/** Compares the text with a format such as YYYY-MM-DD, digit by digit. */
function hasFormat(text: string, format: string): boolean {
  return text.replace(/\d/g, '0') === format.replace(/[YMDHhms]/g, '0');
}

function matches(text: string, pattern: string, canMatch: boolean): boolean {
  if (!pattern.startsWith('/') || pattern.length < 3) return text === pattern;
  const end = pattern.lastIndexOf('/');
  if (!canMatch) return true;
  try {
    return new RegExp(pattern.slice(1, end), pattern.slice(end + 1)).test(text);
  } catch {
    return true;
  }
}

function isUrl(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}
