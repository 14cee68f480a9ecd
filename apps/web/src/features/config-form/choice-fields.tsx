import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Radio.css';
import { isRequired } from '@drover/contract/config-rules';
import type { ConfigItem } from '@drover/sdk';
import { Checkbox, Radio, Select, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FieldProps, getLabels, toText } from './field-props';
import { RequiredMark } from './required-mark';

const belowChoices = { mt: 8 };

export function CheckboxField({ item, value, onChange, error }: FieldProps) {
  const { label, withAsterisk, ...labels } = getLabels(item, error);
  return (
    <Checkbox
      {...labels}
      label={
        <>
          {label}
          {withAsterisk && <RequiredMark />}
        </>
      }
      checked={value === true || value === 'true'}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** A checkbox with options: selects any number of them. */
export function MultiSelectField({ item, value, onChange, error }: FieldProps) {
  const text = toText(value);
  const chosen = Array.isArray(value) ? value.map(String) : text ? [text] : [];
  return (
    <Checkbox.Group {...getLabels(item, error)} errorProps={belowChoices} value={chosen} onChange={onChange}>
      <ChoiceStack>
        {getChoices(item).map((choice) => (
          <Checkbox key={choice.value} {...choice} />
        ))}
      </ChoiceStack>
    </Checkbox.Group>
  );
}

export function RadioField({ item, value, onChange, error }: FieldProps) {
  return (
    <Radio.Group
      {...getLabels(item, error)}
      errorProps={belowChoices}
      value={toText(value)}
      onChange={onChange}
    >
      <ChoiceStack>
        {getChoices(item).map((choice) => (
          <Radio key={choice.value} {...choice} />
        ))}
      </ChoiceStack>
    </Radio.Group>
  );
}

export function SelectField({ item, value, onChange, error }: FieldProps) {
  return (
    <Select
      {...getLabels(item, error)}
      aria-required={isRequired(item)}
      placeholder={item.placeholder}
      data={getChoices(item)}
      value={toText(value) || null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
    />
  );
}

function getChoices({ options }: ConfigItem): { value: string; label: string }[] {
  return Object.entries(options ?? {}).map(([value, label]) => ({ value, label: String(label) }));
}

function ChoiceStack({ children }: { children: ReactNode }) {
  return (
    <Stack gap={8} mt={6}>
      {children}
    </Stack>
  );
}
