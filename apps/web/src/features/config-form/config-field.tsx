import type { ConfigItem } from '@drover/sdk';
import type { ComponentType } from 'react';
import { CheckboxField, MultipleField, RadioField, SelectField } from './choice-fields';
import { isMultiple } from './config-items';
import { wordsOf, type FieldProps } from './field';
import { secretNameOf, SecretValue } from './secret-value';
import { NumberField, RangeField, TextareaField, TextField } from './text-fields';

const fields: Record<NonNullable<ConfigItem['type']>, ComponentType<FieldProps>> = {
  text: TextField,
  textarea: TextareaField,
  number: NumberField,
  range: RangeField,
  checkbox: CheckboxField,
  radio: RadioField,
  select: SelectField,
};

/** One item of a configuration as a field of a form. */
export function ConfigField(props: FieldProps) {
  const { item, value, onChange } = props;
  const secret = secretNameOf(value);
  if (secret !== undefined) {
    return <SecretValue {...wordsOf(item)} name={secret} onClear={() => onChange(undefined)} />;
  }
  const Field = isMultiple(item) ? MultipleField : fields[item.type ?? 'text'];
  return <Field {...props} />;
}
