import type { ConfigItem, Values } from '@drover/sdk';
import { useMemo, useRef, useState } from 'react';
import { readItems, startValues, type FieldValues, type ItemProblem } from './config-items';
import { readConfig } from './read-config';

export interface ConfigValues {
  items: ConfigItem[];
  problems: ItemProblem[];
  /** Why the text is no configuration at all; the items are those of before. */
  brokenBy?: 'json' | 'notArray';
  values: FieldValues;
  setValues: (values: FieldValues) => void;
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
  return {
    items,
    problems,
    brokenBy: problem,
    values: { ...startValues(items, saved), ...filled },
    setValues,
  };
}
