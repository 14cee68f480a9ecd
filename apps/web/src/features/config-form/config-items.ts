import { isRequired, toNumber } from '@drover/contract/config-rules';
import type { ConfigItem } from '@drover/sdk';

/** Values by field name. A field without a value is absent. */
export type FieldValues = Record<string, unknown>;

/** A problem with one item of a configuration. */
export interface ConfigProblem {
  /** Position in the file, starting at 1. */
  position: number;
  kind: 'notObject' | 'noName' | 'sameName' | 'unknownType' | 'noOptions' | 'noHref';
  detail: string;
}

const types = ['text', 'number', 'radio', 'checkbox', 'select', 'textarea', 'range', 'time', 'file', 'link'];
const needOptions = ['radio', 'select'];

/** Separates the valid fields of a configuration from its problems. */
export function parseConfigItems(config: readonly unknown[]): {
  items: ConfigItem[];
  problems: ConfigProblem[];
} {
  const items: ConfigItem[] = [];
  const problems: ConfigProblem[] = [];
  const names = new Set<string>();
  config.forEach((entry, index) => {
    const problem = findProblem(entry, names);
    if (problem) problems.push({ position: index + 1, ...problem });
    else {
      const item = entry as ConfigItem;
      if (item.type !== 'link') names.add(item.name);
      items.push(item);
    }
  });
  return { items, problems };
}

function findProblem(entry: unknown, names: Set<string>): Omit<ConfigProblem, 'position'> | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return { kind: 'notObject', detail: '' };
  const { name, type = 'text', options } = entry as Record<string, unknown>;
  if (type === 'link') return getHref(entry as ConfigItem) ? undefined : { kind: 'noHref', detail: '' };
  if (typeof name !== 'string' || name === '') return { kind: 'noName', detail: '' };
  if (names.has(name)) return { kind: 'sameName', detail: name };
  if (typeof type !== 'string' || !types.includes(type)) {
    return { kind: 'unknownType', detail: String(JSON.stringify(type)) };
  }
  const hasOptions = typeof options === 'object' && options !== null;
  if (needOptions.includes(type) && !hasOptions) return { kind: 'noOptions', detail: name };
  return undefined;
}

/** Returns the initial value of each field: the saved value, else the item's own. */
export function getInitialValues(items: ConfigItem[], saved: FieldValues): FieldValues {
  const pairs = items
    .filter(({ type }) => type !== 'link')
    .map((item) => [item.name, saved[item.name] ?? item.value ?? item.default ?? getOwnValue(item)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined && value !== null));
}

/** Returns the values of non-empty fields, as a run request takes them. */
export function toVars(items: ConfigItem[], values: FieldValues): FieldValues {
  const pairs = items.filter(({ type }) => type !== 'link').map(({ name }) => [name, values[name]] as const);
  return Object.fromEntries(
    pairs.filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

/** Returns the target of a link, if it is a web address. */
export function getHref({ href, url, value }: ConfigItem): string | undefined {
  const target = [href, url, value].find((candidate) => typeof candidate === 'string' && candidate !== '');
  return /^https?:\/\//i.test(String(target)) ? String(target) : undefined;
}

/** A slider always shows a value, so one that must have a value begins with it. */
function getOwnValue(item: ConfigItem): number | undefined {
  return item.type === 'range' && isRequired(item) ? (toNumber(item.min) ?? 0) : undefined;
}

/** Returns whether the item is a checkbox with options, which selects several of them. */
export function isMultiSelect({ type, options }: ConfigItem): boolean {
  return type === 'checkbox' && typeof options === 'object' && options !== null;
}
