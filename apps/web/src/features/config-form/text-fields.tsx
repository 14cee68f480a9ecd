import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Slider.css';
import { Group, Input, NumberInput, Slider, Text, Textarea, TextInput } from '@mantine/core';
import { textOf, wordsOf, type FieldProps } from './field';
import { SecretMenu } from './secret-value';

export function TextField({ item, value, onChange }: FieldProps) {
  const words = wordsOf(item);
  return (
    <TextInput
      {...words}
      placeholder={item.placeholder}
      rightSection={<SecretMenu label={words.label} onChoose={onChange} />}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function TextareaField({ item, value, onChange }: FieldProps) {
  const words = wordsOf(item);
  return (
    <Textarea
      {...words}
      placeholder={item.placeholder}
      autosize
      minRows={3}
      maxRows={10}
      rightSection={<SecretMenu label={words.label} onChoose={onChange} />}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function NumberField({ item, value, onChange }: FieldProps) {
  const { placeholder, min, max, step } = item;
  const text = textOf(value);
  return (
    <NumberInput
      {...wordsOf(item)}
      {...{ placeholder, min, max, step }}
      value={text === '' ? '' : Number(text)}
      onChange={(number) => onChange(number === '' ? undefined : Number(number))}
    />
  );
}

export function RangeField({ item, value, onChange }: FieldProps) {
  const { min = 0, max = 100, step = 1 } = item;
  const { label, description } = wordsOf(item);
  const number = Number(value ?? min);
  return (
    <Input.Wrapper
      description={description}
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
