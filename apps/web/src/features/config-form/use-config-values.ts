import type { ConfigItem, Values } from '@drover/sdk';
import { useMemo, useRef, useState } from 'react';
import {
  parseConfigItems,
  getInitialValues,
  toVars,
  type FieldValues,
  type ConfigProblem,
} from './config-items';
import { type RuleProblems, useRuleProblems } from './use-rule-problems';

export interface ConfigValues {
  items: ConfigItem[];
  problems: ConfigProblem[];
  rules: RuleProblems;
  /** Why the text cannot be parsed. `items` then keeps its last valid value. */
  syntaxProblem?: 'json' | 'notArray';
  values: FieldValues;
  setValues: (values: FieldValues) => void;
  /** The values of non-empty fields, as a run request takes them. */
  vars: FieldValues;
}

/** Holds the form of a configuration that is being edited, and its values. */
export function useConfigValues(text: string, saved: Values): ConfigValues {
  const lastValid = useRef<ReturnType<typeof parseConfigItems>>({ items: [], problems: [] });
  const [edits, setValues] = useState<FieldValues>({});
  const { parsed, problem } = useMemo(() => {
    const { entries, problem } = parseConfig(text);
    return { parsed: entries && parseConfigItems(entries), problem };
  }, [text]);
  if (parsed) lastValid.current = parsed;
  const { items, problems } = lastValid.current;
  const values = { ...getInitialValues(items, saved), ...edits };
  const vars = toVars(items, values);
  const rules = useRuleProblems(items, vars);
  return { items, problems, rules, syntaxProblem: problem, values, setValues, vars };
}

/** Parses the text of a configuration. Returns a problem instead of entries unless it is a JSON array. */
function parseConfig(text: string): { entries?: unknown[]; problem?: 'json' | 'notArray' } {
  if (text.trim() === '') return { entries: [] };
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? { entries: value as unknown[] } : { problem: 'notArray' };
  } catch {
    return { problem: 'json' };
  }
}
