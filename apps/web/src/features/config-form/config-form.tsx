import type { RuleProblem } from '@drover/contract/config-rules';
import type { ConfigItem } from '@drover/sdk';
import { Stack } from '@mantine/core';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfigField } from './config-field';
import type { FieldValues } from './config-items';
import { useAfterPress } from './use-after-press';
import type { RuleProblems } from './use-rule-problems';

interface Props {
  items: ConfigItem[];
  values: FieldValues;
  onChange: (values: FieldValues) => void;
  /** What the rules of the configuration say of the values. */
  rules?: RuleProblems;
}

/** Renders the form that a configuration describes. */
export function ConfigForm({ items, values, onChange, rules }: Props) {
  const describe = useRuleText();
  const afterPress = useAfterPress();
  const form = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string>();
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const attempts = rules?.attempts ?? 0;
  useEffect(() => {
    if (attempts > 0) focusFirstProblem(form.current);
  }, [attempts]);
  // A field that the user has not visited, or is filling in for the first time, shows no message.
  const errorOf = (name: string) => {
    const problem = rules?.problems.find((one) => one.name === name);
    const isFilledIn = !isEmpty(values[name]) && focused !== name;
    return problem && (attempts > 0 || visited.has(name) || isFilledIn) ? describe(problem) : undefined;
  };
  const leave = (name: string, event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    afterPress(() => {
      setFocused((current) => (current === name ? undefined : current));
      setVisited((before) => new Set([...before, name]));
    });
  };
  return (
    <Stack gap="md" ref={form}>
      {items.map((item, index) => {
        const { name } = item;
        const isLink = item.type === 'link';
        const error = isLink ? undefined : errorOf(name);
        return (
          <div
            key={isLink ? index : name}
            data-invalid={error !== undefined || undefined}
            onFocus={() => setFocused(name)}
            onBlur={(event) => leave(name, event)}
          >
            <ConfigField
              item={item}
              value={values[name]}
              error={error}
              onChange={(value) => onChange({ ...values, [name]: value })}
            />
          </div>
        );
      })}
    </Stack>
  );
}

/** Returns a function that describes problems in the user's language. */
export function useRuleText(): (problem: RuleProblem) => string {
  const { t } = useTranslation('run-dialog');
  return ({ rule, label, limit, message }) => message ?? t(`rules.${rule}`, { label, limit });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function focusFirstProblem(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>(
    '[data-invalid] :is(input, textarea, [role="slider"]):not([type="hidden"])',
  );
  field?.focus();
}
