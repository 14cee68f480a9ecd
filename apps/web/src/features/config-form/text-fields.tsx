import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Slider.css';
import { Group, Input, NumberInput, Slider, Text, Textarea, TextInput } from '@mantine/core';
import { type FieldProps, getLabels, toText } from './field-props';
import { SecretMenu } from './secret-field';

export function TextField({ item, value, onChange, error }: FieldProps) {
  const labels = getLabels(item, error);
  return (
    <TextInput
      {...labels}
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

export function NumberField({ item, value, onChange, error }: FieldProps) {
  const { placeholder, min, max, step } = item;
  const text = toText(value);
  return (
    <NumberInput
      {...getLabels(item, error)}
      {...{ placeholder, min, max, step }}
      value={text === '' ? '' : Number(text)}
      onChange={(number) => onChange(number === '' ? undefined : Number(number))}
    />
  );
}

export function RangeField({ item, value, onChange, error }: FieldProps) {
  const { min = 0, max = 100, step = 1 } = item;
  const { label, description } = getLabels(item);
  const number = Number(value ?? min);
  return (
    <Input.Wrapper
      description={description}
      error={error}
      label={
        <Group gap="xs" component="span">
          {label}
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
        {...{ min, max, step }}
        value={number}
        onChange={onChange}
        label={null}
      />
    </Input.Wrapper>
  );
}
