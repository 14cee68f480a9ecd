import type { ConfigItem, Values } from '@drover/sdk';
import { useMemo, useRef, useState } from 'react';
import { readItems, startValues, toVars, type FieldValues, type ItemProblem } from './config-items';

export interface ConfigValues {
  items: ConfigItem[];
  problems: ItemProblem[];
  /** Why the text is no configuration at all; the items are those of before. */
  brokenBy?: 'json' | 'notArray';
  values: FieldValues;
  setValues: (values: FieldValues) => void;
  /** The values of the fields that have one, as a run takes them. */
  vars: FieldValues;
}

/** The form of a configuration that is being typed, and what was filled in. */
export function useConfigValues(text: string, saved: Values): ConfigValues {
  const lastRight = useRef<ReturnType<typeof readItems>>({ items: [], problems: [] });
  const [filled, setValues] = useState<FieldValues>({});
  const { read, problem } = useMemo(() => {
    const { entries, problem } = readConfig(text);
    return { read: entries && readItems(entries), problem };
  }, [text]);
  if (read) lastRight.current = read;
  const { items, problems } = lastRight.current;
  const values = { ...startValues(items, saved), ...filled };
  return { items, problems, brokenBy: problem, values, setValues, vars: toVars(items, values) };
}

/** A configuration as it is typed: its entries, or nothing while it is no array. */
function readConfig(text: string): { entries?: unknown[]; problem?: 'json' | 'notArray' } {
  if (text.trim() === '') return { entries: [] };
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? { entries: value as unknown[] } : { problem: 'notArray' };
  } catch {
    return { problem: 'json' };
  }
}
