import type { ConfigItem } from '@drover/sdk';

/** One item of a configuration, as a field of a form has it. */
export interface FieldProps {
  item: ConfigItem;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** What a field is called, and what is said of it. */
export function wordsOf({ name, label, help }: ConfigItem): { label: string; description?: string } {
  return { label: label ?? name, description: help };
}

/** A value as a text field has it. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
