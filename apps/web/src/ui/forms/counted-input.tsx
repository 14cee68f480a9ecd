import { countChars } from '@drover/contract/limits';
import { Text, Textarea, TextInput, type TextareaProps, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Counted {
  value: string;
  onChange: (value: string) => void;
  /** In Unicode code points, as the API counts. */
  limit: number;
}
type Without<Props> = Omit<Props, keyof Counted>;

/** A text input that counts its characters. */
export function CountedInput({ value, onChange, limit, error, ...props }: Without<TextInputProps> & Counted) {
  const problem = useLimitError(value, limit);
  return (
    <TextInput
      {...props}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={problem ?? error}
      rightSectionWidth={64}
      rightSection={<CharacterCount value={value} limit={limit} />}
    />
  );
}

/** A textarea that counts its characters. */
export function CountedTextarea({ value, onChange, limit, ...props }: Without<TextareaProps> & Counted) {
  const problem = useLimitError(value, limit);
  return (
    <div>
      <Textarea
        {...props}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={problem}
      />
      <Text ta="right" mt={4} lh={1}>
        <CharacterCount value={value} limit={limit} />
      </Text>
    </div>
  );
}

function CharacterCount({ value, limit }: { value: string; limit: number }) {
  const count = countChars(value);
  return (
    <Text span size="xs" c={count > limit ? 'red' : 'dimmed'} aria-hidden>
      {count}/{limit}
    </Text>
  );
}

function useLimitError(value: string, limit: number): string | undefined {
  const { t } = useTranslation();
  const over = countChars(value) - limit;
  return over > 0 ? t('input.over', { count: over }) : undefined;
}

export function isWithinLimit(value: string, limit: number): boolean {
  return countChars(value) <= limit;
}
