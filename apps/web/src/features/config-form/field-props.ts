import type { ConfigItem } from '@drover/sdk';

/** The props of the field for one configuration item. */
export interface FieldProps {
  item: ConfigItem;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Why the value is refused. */
  error?: string;
}

export function getLabels(
  { name, label, help }: ConfigItem,
  error?: string,
): { label: string; description?: string; error?: string } {
  return { label: label ?? name, description: help, error };
}

/** Converts a value to the text of an input. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
