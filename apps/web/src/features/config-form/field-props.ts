import { isRequired, toNumber } from '@drover/contract/config-rules';
import type { ConfigItem } from '@drover/sdk';

/** The props of the field for one configuration item. */
export interface FieldProps {
  item: ConfigItem;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Why the value is refused. */
  error?: string;
}

/** The texts of a field, and the mark of one that must have a value. */
export function getLabels(item: ConfigItem, error?: string) {
  const { name, label, help } = item;
  return { label: label ?? name, description: help, error, withAsterisk: isRequired(item) };
}

/** Returns the bounds and the step of an item, which may be given as text. */
export function getBounds({ min, max, step }: ConfigItem): { min?: number; max?: number; step?: number } {
  return { min: toNumber(min), max: toNumber(max), step: toNumber(step) };
}

/** Converts a value to the text of an input. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
