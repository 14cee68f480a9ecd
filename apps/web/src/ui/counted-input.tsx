import { countChars } from '@drover/contract/limits';
import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
  /** In Unicode code points, as the service counts. */
  limit: number;
}

/** A text with a limit, counted as it is typed. */
export function CountedInput({ value, onChange, limit, error, ...props }: Props) {
  const { t } = useTranslation();
  const count = countChars(value);
  const isOver = count > limit;
  return (
    <TextInput
      {...props}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isOver ? t('input.over', { count: count - limit }) : error}
      rightSectionWidth={64}
      rightSection={
        <Text size="xs" c={isOver ? 'red' : 'dimmed'} aria-hidden>
          {count}/{limit}
        </Text>
      }
    />
  );
}

/** Whether a text keeps its limit. */
export function isWithin(value: string, limit: number): boolean {
  return countChars(value) <= limit;
}
