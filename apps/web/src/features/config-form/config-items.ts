import type { ConfigItem } from '@drover/sdk';

/** Values by the names of their fields; a field without a value is absent. */
export type FieldValues = Record<string, unknown>;

/** What is wrong with one item of a configuration. */
export interface ItemProblem {
  /** Position in the file, from 1. */
  position: number;
  kind: 'notObject' | 'noName' | 'sameName' | 'unknownType' | 'noOptions';
  detail: string;
}

const types = ['text', 'number', 'radio', 'checkbox', 'select', 'textarea', 'range'];
const needOptions = ['radio', 'select'];

/** The fields of a configuration, and what in it is no field. */
export function readItems(config: readonly unknown[]): { items: ConfigItem[]; problems: ItemProblem[] } {
  const items: ConfigItem[] = [];
  const problems: ItemProblem[] = [];
  const names = new Set<string>();
  config.forEach((entry, index) => {
    const problem = problemOf(entry, names);
    if (problem) problems.push({ position: index + 1, ...problem });
    else {
      const item = entry as ConfigItem;
      names.add(item.name);
      items.push(item);
    }
  });
  return { items, problems };
}

function problemOf(entry: unknown, names: Set<string>): Omit<ItemProblem, 'position'> | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return { kind: 'notObject', detail: '' };
  const { name, type = 'text', options } = entry as Record<string, unknown>;
  if (typeof name !== 'string' || name === '') return { kind: 'noName', detail: '' };
  if (names.has(name)) return { kind: 'sameName', detail: name };
  if (typeof type !== 'string' || !types.includes(type)) {
    return { kind: 'unknownType', detail: String(JSON.stringify(type)) };
  }
  const hasOptions = typeof options === 'object' && options !== null;
  if (needOptions.includes(type) && !hasOptions) return { kind: 'noOptions', detail: name };
  return undefined;
}

/** What the fields begin with: the saved value, or else the item's own. */
export function startValues(items: ConfigItem[], saved: FieldValues): FieldValues {
  const pairs = items.map((item) => [item.name, saved[item.name] ?? item.value ?? item.default] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined && value !== null));
}

/** The values of fields that have one, as a run takes them. */
export function toVars(items: ConfigItem[], values: FieldValues): FieldValues {
  const pairs = items.map(({ name }) => [name, values[name]] as const);
  return Object.fromEntries(
    pairs.filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

/** Whether a checkbox chooses several of its options. */
export function isMultiple({ type, options }: ConfigItem): boolean {
  return type === 'checkbox' && typeof options === 'object' && options !== null;
}
