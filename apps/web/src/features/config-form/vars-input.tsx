import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Config, Values } from '@drover/sdk';
import { Checkbox, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfigForm, useRuleText } from './config-form';
import { type FieldValues, getInitialValues, parseConfigItems, toVars } from './config-items';
import { useRuleProblems } from './use-rule-problems';

/** Holds the inputs of a run while the user edits them, in the form or as JSON. */
export function useVarsInput(config: Config, saved: Values) {
  const { items } = useMemo(() => parseConfigItems(config), [config]);
  const [values, setValues] = useState<FieldValues>(() => ({ ...saved, ...getInitialValues(items, saved) }));
  const [mode, setMode] = useState<'form' | 'json'>(items.length > 0 ? 'form' : 'json');
  const [json, setJson] = useState(() => formatJson(values));
  const [shouldSave, setShouldSave] = useState(false);
  const parsed = parseJsonObject(json);
  const formVars = {
    ...omit(
      values,
      items.map(({ name }) => name),
    ),
    ...toVars(items, values),
  };

  const changeMode = (next: 'form' | 'json') => {
    if (next === 'json') setJson(formatJson(formVars));
    else if (parsed.vars) setValues(parsed.vars);
    else return;
    setMode(next);
  };
  const vars = mode === 'json' ? parsed.vars : formVars;
  const rules = useRuleProblems(items, vars ?? {});
  return {
    rules,
    ...{ items, values, setValues, mode, changeMode, json, setJson, shouldSave, setShouldSave },
    problem: mode === 'json' ? parsed.problem : undefined,
    /** `undefined` while the JSON is invalid. */
    vars,
  };
}

interface Props {
  input: ReturnType<typeof useVarsInput>;
  /** False for code, which has no record that could store its inputs. */
  canRemember?: boolean;
}

export function VarsInput({ input, canRemember = true }: Props) {
  const { t } = useTranslation('run-dialog');
  const describe = useRuleText();
  const { rules, problem } = input;
  const shownProblems = rules.attempts > 0 ? rules.problems.map(describe).join('\n') : undefined;
  const hasForm = input.items.length > 0;
  return (
    <Stack component="section" gap="sm">
      <Group justify="space-between">
        <Text fw={600} size="sm">
          {t('inputs')}
        </Text>
        {hasForm && (
          <SegmentedControl
            size="xs"
            aria-label={t('inputs')}
            value={input.mode}
            onChange={(mode) => input.changeMode(mode)}
            data={[
              { value: 'form', label: t('form') },
              { value: 'json', label: t('json') },
            ]}
          />
        )}
      </Group>
      {input.mode === 'form' ? (
        <ConfigForm items={input.items} values={input.values} onChange={input.setValues} rules={rules} />
      ) : (
        <Textarea
          aria-label={t('inputs')}
          description={t('jsonHelp')}
          error={problem ? t('jsonProblem', { problem }) : shownProblems}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          styles={{
            input: { fontFamily: 'var(--font-mono)', fontSize: '0.8125rem' },
            error: { whiteSpace: 'pre-line' },
          }}
          value={input.json}
          onChange={(event) => input.setJson(event.currentTarget.value)}
        />
      )}
      {canRemember && (
        <Checkbox
          size="sm"
          label={t('remember')}
          checked={input.shouldSave}
          onChange={(event) => input.setShouldSave(event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}

function omit(values: FieldValues, names: string[]): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

function formatJson(values: FieldValues): string {
  return JSON.stringify(values, null, 2);
}

function parseJsonObject(text: string): { vars?: FieldValues; problem?: string } {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { vars: value as FieldValues };
    return { problem: JSON.stringify(value).slice(0, 40) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
