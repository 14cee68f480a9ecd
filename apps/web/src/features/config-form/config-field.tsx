import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/Slider.css';
import type { ConfigItem } from '@drover/sdk';
import {
  Checkbox,
  Group,
  Input,
  NumberInput,
  Radio,
  Select,
  Slider,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { isMultiple } from './config-items';
import { SecretMenu, secretNameOf, SecretValue } from './secret-value';

interface Props {
  item: ConfigItem;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** One item of a configuration as a field of a form. */
export function ConfigField({ item, value, onChange }: Props) {
  const { type = 'text', name, placeholder, min, max, step } = item;
  const words = { label: item.label ?? name, description: item.help };
  const text = value === undefined || value === null ? '' : textOf(value);
  const choices = Object.entries(item.options ?? {}).map(([key, label]) => ({
    value: key,
    label: String(label),
  }));

  const secret = secretNameOf(value);
  if (secret !== undefined) {
    return <SecretValue {...words} name={secret} onClear={() => onChange(undefined)} />;
  }
  if (isMultiple(item)) {
    const chosen = Array.isArray(value) ? value.map(String) : text ? [text] : [];
    return (
      <Checkbox.Group {...words} value={chosen} onChange={onChange}>
        <Choices>
          {choices.map((choice) => (
            <Checkbox key={choice.value} {...choice} />
          ))}
        </Choices>
      </Checkbox.Group>
    );
  }
  switch (type) {
    case 'checkbox':
      return (
        <Checkbox
          {...words}
          checked={value === true || value === 'true'}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'radio':
      return (
        <Radio.Group {...words} value={text} onChange={onChange}>
          <Choices>
            {choices.map((choice) => (
              <Radio key={choice.value} {...choice} />
            ))}
          </Choices>
        </Radio.Group>
      );
    case 'select':
      return (
        <Select
          {...words}
          placeholder={placeholder}
          data={choices}
          value={text || null}
          onChange={(chosen) => onChange(chosen ?? undefined)}
          clearable
        />
      );
    case 'number':
      return (
        <NumberInput
          {...words}
          {...{ placeholder, min, max, step }}
          value={text === '' ? '' : Number(text)}
          onChange={(number) => onChange(number === '' ? undefined : Number(number))}
        />
      );
    case 'range':
      return <RangeField {...{ item, value, onChange }} />;
    case 'textarea':
      return (
        <Textarea
          {...words}
          placeholder={placeholder}
          autosize
          minRows={3}
          maxRows={10}
          rightSection={<SecretMenu label={words.label} onChoose={onChange} />}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'text':
      return (
        <TextInput
          {...words}
          placeholder={placeholder}
          rightSection={<SecretMenu label={words.label} onChoose={onChange} />}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

function RangeField({ item, value, onChange }: Props) {
  const { name, min = 0, max = 100, step = 1, label = name, help } = item;
  const number = Number(value ?? min);
  return (
    <Input.Wrapper
      description={help}
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

function Choices({ children }: { children: React.ReactNode }) {
  return (
    <Stack gap={8} mt={6}>
      {children}
    </Stack>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
