import type { ConfigItem } from '@drover/sdk';
import type { ComponentType } from 'react';
import { CheckboxField, MultiSelectField, RadioField, SelectField } from './choice-fields';
import { isMultiSelect } from './config-items';
import { FileField } from './file-field';
import { type FieldProps, getLabels } from './field-props';
import { getSecretName, SecretField } from './secret-field';
import { LinkField } from './link-field';
import { NumberField, RangeField, TextareaField, TextField, TimeField } from './text-fields';

const fields: Record<NonNullable<ConfigItem['type']>, ComponentType<FieldProps>> = {
  text: TextField,
  textarea: TextareaField,
  number: NumberField,
  range: RangeField,
  checkbox: CheckboxField,
  radio: RadioField,
  select: SelectField,
  time: TimeField,
  file: FileField,
  link: LinkField,
};

/** Renders one configuration item as a form field. */
export function ConfigField(props: FieldProps) {
  const { item, value, onChange } = props;
  const secret = getSecretName(value);
  if (secret !== undefined) {
    return <SecretField {...getLabels(item)} name={secret} onClear={() => onChange(undefined)} />;
  }
  const Field = isMultiSelect(item) ? MultiSelectField : fields[item.type ?? 'text'];
  return <Field {...props} />;
}
