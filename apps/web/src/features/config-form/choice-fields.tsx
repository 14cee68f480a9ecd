import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Radio.css';
import type { ConfigItem } from '@drover/sdk';
import { Checkbox, Radio, Select, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { textOf, wordsOf, type FieldProps } from './field';

export function CheckboxField({ item, value, onChange }: FieldProps) {
  return (
    <Checkbox
      {...wordsOf(item)}
      checked={value === true || value === 'true'}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** Several of its options. */
export function MultipleField({ item, value, onChange }: FieldProps) {
  const text = textOf(value);
  const chosen = Array.isArray(value) ? value.map(String) : text ? [text] : [];
  return (
    <Checkbox.Group {...wordsOf(item)} value={chosen} onChange={onChange}>
      <Choices>
        {choicesOf(item).map((choice) => (
          <Checkbox key={choice.value} {...choice} />
        ))}
      </Choices>
    </Checkbox.Group>
  );
}

export function RadioField({ item, value, onChange }: FieldProps) {
  return (
    <Radio.Group {...wordsOf(item)} value={textOf(value)} onChange={onChange}>
      <Choices>
        {choicesOf(item).map((choice) => (
          <Radio key={choice.value} {...choice} />
        ))}
      </Choices>
    </Radio.Group>
  );
}

export function SelectField({ item, value, onChange }: FieldProps) {
  return (
    <Select
      {...wordsOf(item)}
      placeholder={item.placeholder}
      data={choicesOf(item)}
      value={textOf(value) || null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
    />
  );
}

function choicesOf({ options }: ConfigItem): { value: string; label: string }[] {
  return Object.entries(options ?? {}).map(([value, label]) => ({ value, label: String(label) }));
}

function Choices({ children }: { children: ReactNode }) {
  return (
    <Stack gap={8} mt={6}>
      {children}
    </Stack>
  );
}
