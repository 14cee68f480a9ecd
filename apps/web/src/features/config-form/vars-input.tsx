import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { Config, Values } from '@drover/sdk';
import { Checkbox, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfigForm } from './config-form';
import { readItems, startValues, toVars, type FieldValues } from './config-items';

/** Values of a run as they are being typed: in the configuration's form, or as JSON. */
export function useVarsInput(config: Config, saved: Values) {
  const { items } = useMemo(() => readItems(config), [config]);
  const [values, setValues] = useState<FieldValues>(() => ({ ...saved, ...startValues(items, saved) }));
  const [mode, setMode] = useState<'form' | 'json'>(items.length > 0 ? 'form' : 'json');
  const [json, setJson] = useState(() => format(values));
  const [isRemembered, setRemembered] = useState(false);
  const parsed = parse(json);
  const formVars = {
    ...without(
      values,
      items.map(({ name }) => name),
    ),
    ...toVars(items, values),
  };

  const change = (next: 'form' | 'json') => {
    if (next === 'json') setJson(format(formVars));
    else if (parsed.vars) setValues(parsed.vars);
    else return;
    setMode(next);
  };
  return {
    ...{ items, values, setValues, mode, change, json, setJson, isRemembered, setRemembered },
    problem: mode === 'json' ? parsed.problem : undefined,
    /** Nothing while the JSON is wrong. */
    vars: mode === 'json' ? parsed.vars : formVars,
  };
}

export function VarsInput({ input }: { input: ReturnType<typeof useVarsInput> }) {
  const { t } = useTranslation();
  const hasForm = input.items.length > 0;
  return (
    <Stack component="section" gap="sm">
      <Group justify="space-between">
        <Text fw={600} size="sm">
          {t('runDialog.values')}
        </Text>
        {hasForm && (
          <SegmentedControl
            size="xs"
            aria-label={t('runDialog.values')}
            value={input.mode}
            onChange={(mode) => input.change(mode)}
            data={[
              { value: 'form', label: t('runDialog.form') },
              { value: 'json', label: t('runDialog.json') },
            ]}
          />
        )}
      </Group>
      {input.mode === 'form' ? (
        <ConfigForm items={input.items} values={input.values} onChange={input.setValues} />
      ) : (
        <Textarea
          aria-label={t('runDialog.values')}
          description={t('runDialog.jsonHelp')}
          error={input.problem && t('runDialog.jsonProblem', { problem: input.problem })}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: '0.8125rem' } }}
          value={input.json}
          onChange={(event) => input.setJson(event.currentTarget.value)}
        />
      )}
      <Checkbox
        size="sm"
        label={t('runDialog.remember')}
        checked={input.isRemembered}
        onChange={(event) => input.setRemembered(event.currentTarget.checked)}
      />
    </Stack>
  );
}

function without(values: FieldValues, names: string[]): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

function format(values: FieldValues): string {
  return JSON.stringify(values, null, 2);
}

function parse(text: string): { vars?: FieldValues; problem?: string } {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { vars: value as FieldValues };
    return { problem: JSON.stringify(value).slice(0, 40) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
