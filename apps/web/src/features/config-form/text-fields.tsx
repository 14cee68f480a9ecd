import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Slider.css';
import { isRequired } from '@drover/contract/config-rules';
import { Group, Input, NumberInput, Slider, Text, Textarea, TextInput } from '@mantine/core';
import { type FieldProps, getBounds, getLabels, toText } from './field-props';
import { RequiredMark } from './required-mark';
import { SecretMenu } from './secret-field';

export function TextField({ item, value, onChange, error }: FieldProps) {
  const labels = getLabels(item, error);
  return (
    <TextInput
      {...labels}
      aria-required={labels.withAsterisk}
      placeholder={item.placeholder}
      rightSection={<SecretMenu label={labels.label} onChoose={onChange} />}
      value={toText(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function TextareaField({ item, value, onChange, error }: FieldProps) {
  const labels = getLabels(item, error);
  return (
    <Textarea
      {...labels}
      aria-required={labels.withAsterisk}
      placeholder={item.placeholder}
      autosize
      minRows={3}
      maxRows={10}
      rightSection={<SecretMenu label={labels.label} onChoose={onChange} />}
      value={toText(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A time of day as `HH:mm`. */
export function TimeField({ item, value, onChange, error }: FieldProps) {
  // The input only shows two-digit hours.
  const text = toText(value).replace(/^\d:/, '0$&');
  return (
    <TextInput
      {...getLabels(item, error)}
      aria-required={isRequired(item)}
      type="time"
      maw={160}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function NumberField({ item, value, onChange, error }: FieldProps) {
  return (
    <NumberInput
      {...getLabels(item, error)}
      aria-required={isRequired(item)}
      {...getBounds(item)}
      placeholder={item.placeholder}
      // A message explains the bounds, so the input does not change what was typed.
      clampBehavior="none"
      value={toText(value)}
      onChange={(number) => onChange(number === '' ? undefined : Number(number))}
    />
  );
}

export function RangeField({ item, value, onChange, error }: FieldProps) {
  const { min = 0, max = 100, step = 1 } = getBounds(item);
  const { label, withAsterisk, ...labels } = getLabels(item, error);
  const number = Number(value ?? min);
  return (
    <Input.Wrapper
      {...labels}
      label={
        <Group gap="xs" component="span">
          <span>
            {label}
            {withAsterisk && <RequiredMark />}
          </span>
          <Text span size="sm" c="dimmed" ff="monospace">
            {number}
          </Text>
        </Group>
      }
      labelElement="div"
    >
      <Slider
        thumbLabel={label}
        mt={6}
        mb={4}
        {...{ min, max, step }}
        value={number}
        onChange={onChange}
        label={null}
      />
    </Input.Wrapper>
  );
}
