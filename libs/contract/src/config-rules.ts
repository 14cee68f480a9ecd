import { checks, isMeasuredByLength, type Item, type TestPattern, textsOf } from './config-rule-checks';

/*
 * The rules of configuration items, for the console and the server. This file imports no schemas, so that a browser can
 * load it alone. `validation` has rules such as `required|min:3`, or arrays such as `[["min", 3]]`. Like on the hosted
 * service, they are the rules of Vue Formulate, except those about files.
 */

/** A rule of an item that its value does not meet. */
export interface RuleProblem {
  /** Name of the item. */
  name: string;
  /** How the message names the item: its `validation-name`, or its label, or its name. */
  label: string;
  rule: RuleName | SizeRuleName;
  /** The arguments of the rule, joined by commas. */
  limit: string;
  /** The item's own message for the rule, from `validation-messages`. */
  message?: string;
}

/** Name of a rule that items may have. Others are ignored. */
type RuleName = keyof typeof checks;

/** A rule about the size of a value, where that is not a number. */
type SizeRuleName = `${(typeof sizeRules)[number]}${'Characters' | 'Choices'}`;

const sizeRules = ['min', 'max', 'between'] as const;

/** Returns the first rule of each item that the values do not meet. */
export function checkConfigValues(
  config: readonly unknown[],
  values: Record<string, unknown>,
  testPattern: TestPattern = testOwnPattern,
): RuleProblem[] {
  return config.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const item = entry as Item;
    // A link has no value.
    if (typeof item.name !== 'string' || item.name === '' || item.type === 'link') return [];
    return checkItem(item, values, testPattern);
  });
}

/** Returns whether an item must have a value. */
export function isRequired({ validation }: Item): boolean {
  return parseRules(validation).some(([rule]) => rule === 'required' || rule === 'accepted');
}

/** Returns the number that `min`, `max` or `step` of an item gives, which may be text such as "0.5". */
export function toNumber(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Returns the English text of a problem. */
export function describeRuleProblem({ rule, label, limit, message }: RuleProblem): string {
  if (message !== undefined) return message;
  const range = limit.replace(',', ' and ');
  const texts: Partial<Record<RuleProblem['rule'], string>> = {
    required: 'is required',
    accepted: 'must be accepted',
    after: limit ? `must be after ${limit}` : 'must be in the future',
    before: limit ? `must be before ${limit}` : 'must be in the past',
    alpha: 'must consist of letters',
    alphanumeric: 'must consist of letters and digits',
    between: `must be between ${range}, exclusive`,
    betweenCharacters: `must have between ${range} characters, exclusive`,
    betweenChoices: `must have between ${range} choices, exclusive`,
    confirm: 'does not match its confirmation',
    date: limit ? `must be a date such as ${limit}` : 'must be a date',
    email: 'must be an email address',
    endsWith: `must end with ${limit}`,
    startsWith: `must start with ${limit}`,
    file: 'must be an uploaded file',
    in: `must be one of ${limit}`,
    not: `must not be one of ${limit}`,
    max: `must be at most ${limit}`,
    maxCharacters: `must have at most ${limit} characters`,
    maxChoices: `must have at most ${limit} choices`,
    min: `must be at least ${limit}`,
    minCharacters: `must have at least ${limit} characters`,
    minChoices: `must have at least ${limit} choices`,
    number: 'must be a number',
    time: 'must be a time such as 09:00',
    url: 'must be a URL such as https://example.org',
  };
  return `${label} ${texts[rule] ?? 'does not have the required format'}`;
}

function checkItem(item: Item, values: Item, testPattern: TestPattern): RuleProblem[] {
  const name = String(item.name);
  const value = values[name];
  const isEmpty =
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  // A checkbox that must be set is not set.
  const isMissing = isEmpty || (value === false && item.type === 'checkbox');
  const text = textsOf(value).join(',');
  for (const [rule, args] of [...parseRules(item.validation), ...rulesOfType(item)]) {
    const isNeeded = rule === 'required' || rule === 'accepted';
    if (isMissing ? !isNeeded : rule !== 'file' && isReference(value)) continue;
    if (!isMissing && checks[rule]({ value, text, args, item, values, testPattern })) continue;
    const shown = { rule: nameShownRule(rule, args, value), limit: shownArgs(rule, args) };
    return [{ name, label: labelOf(item), ...shown, ...messageOf(item, rule) }];
  }
  return [];
}

/** Returns the rules that the type of an item implies: a file, the format of a time, and the bounds of a number. */
function rulesOfType({ type, min, max }: Item): [RuleName, string[]][] {
  if (type === 'time') return [['time', []]];
  if (type === 'file') return [['file', []]];
  if (type !== 'number' && type !== 'range') return [];
  const bounds = [['min', toNumber(min)] as const, ['max', toNumber(max)] as const];
  return bounds.flatMap(([rule, limit]): [RuleName, string[]][] =>
    limit === undefined ? [] : [[rule, [String(limit), 'value']]],
  );
}

/** Returns the name of the rule, or of its variant that says what it counted. */
function nameShownRule(rule: RuleName, args: string[], value: unknown): RuleProblem['rule'] {
  const sizeRule = sizeRules.find((name) => name === rule);
  if (!sizeRule) return rule;
  if (Array.isArray(value)) return `${sizeRule}Choices`;
  const kind = args[sizeRule === 'between' ? 2 : 1];
  return isMeasuredByLength(String(value), kind) ? `${sizeRule}Characters` : sizeRule;
}

/** Returns the arguments that a message names, without the last one of min:3,length. */
function shownArgs(rule: RuleName, args: string[]): string {
  if (rule === 'required') return '';
  const defaults: Partial<Record<RuleName, string[]>> = { min: ['1'], max: ['10'], between: ['0', '10'] };
  const own = defaults[rule];
  return (own ? own.map((preset, index) => args[index] ?? preset) : args).join(',');
}

function parseRules(validation: unknown): [RuleName, string[]][] {
  const parts: unknown[] =
    typeof validation === 'string' ? validation.split('|') : Array.isArray(validation) ? validation : [];
  return parts.flatMap((part): [RuleName, string[]][] => {
    const [name = '', ...args] = Array.isArray(part) ? part.map(String) : splitRule(String(part));
    const rule = toCamelCase(name.trim().replace(/^\^/, ''));
    return Object.hasOwn(checks, rule) ? [[rule as RuleName, args]] : [];
  });
}

function toCamelCase(name: string): string {
  return name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
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
  if (typeof messages !== 'object' || messages === null) return {};
  const [, message] = Object.entries(messages).find(([name]) => toCamelCase(name) === rule) ?? [];
  return typeof message === 'string' ? { message } : {};
}

/** A reference to a secret or a file, whose content is not known here. */
function isReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Runs a pattern in this thread. An invalid pattern matches everything. */
function testOwnPattern(source: string, flags: string, text: string): boolean {
  try {
    return new RegExp(source, flags).test(text);
  } catch {
    return true;
  }
}
