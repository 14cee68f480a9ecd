import type { ConfigItem } from '@drover/sdk';
import type { RuleProblem } from '@drover/contract/config-rules';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfigField } from './config-field';
import type { FieldValues } from './config-items';

interface Props {
  items: ConfigItem[];
  values: FieldValues;
  onChange: (values: FieldValues) => void;
  /** Rules that the values do not meet. */
  problems?: RuleProblem[];
}

/** Renders the form that a configuration describes. */
export function ConfigForm({ items, values, onChange, problems = [] }: Props) {
  const { t } = useTranslation('run-dialog');
  const errorOf = (name: string) => {
    const problem = problems.find((one) => one.name === name);
    return (
      problem &&
      (problem.message ?? t(`rules.${problem.rule}`, { label: problem.label, limit: problem.limit }))
    );
  };
  return (
    <Stack gap="md">
      {items.map((item) => (
        <ConfigField
          key={item.name}
          item={item}
          value={values[item.name]}
          error={errorOf(item.name)}
          onChange={(value) => onChange({ ...values, [item.name]: value })}
        />
      ))}
    </Stack>
  );
}
