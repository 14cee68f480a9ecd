import type { ConfigItem } from '@drover/sdk';
import { Stack } from '@mantine/core';
import { ConfigField } from './config-field';
import type { FieldValues } from './config-items';

interface Props {
  items: ConfigItem[];
  values: FieldValues;
  onChange: (values: FieldValues) => void;
}

/** Renders the form that a configuration describes. */
export function ConfigForm({ items, values, onChange }: Props) {
  return (
    <Stack gap="md">
      {items.map((item) => (
        <ConfigField
          key={item.name}
          item={item}
          value={values[item.name]}
          onChange={(value) => onChange({ ...values, [item.name]: value })}
        />
      ))}
    </Stack>
  );
}
