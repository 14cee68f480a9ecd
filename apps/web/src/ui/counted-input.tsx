import { countChars } from '@drover/contract/limits';
import { Text, Textarea, TextInput, type TextareaProps, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Counted {
  value: string;
  onChange: (value: string) => void;
  /** In Unicode code points, as the service counts. */
  limit: number;
}
type Without<Props> = Omit<Props, keyof Counted>;

/** A text with a limit, counted as it is typed. */
export function CountedInput({ value, onChange, limit, error, ...props }: Without<TextInputProps> & Counted) {
  const problem = useProblem(value, limit);
  return (
    <TextInput
      {...props}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={problem ?? error}
      rightSectionWidth={64}
      rightSection={<Count value={value} limit={limit} />}
    />
  );
}

/** The same over several lines, with the count below. */
export function CountedTextarea({ value, onChange, limit, ...props }: Without<TextareaProps> & Counted) {
  const problem = useProblem(value, limit);
  return (
    <div>
      <Textarea
        {...props}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={problem}
      />
      <Text ta="right" mt={4} lh={1}>
        <Count value={value} limit={limit} />
      </Text>
    </div>
  );
}

function Count({ value, limit }: { value: string; limit: number }) {
  const count = countChars(value);
  return (
    <Text span size="xs" c={count > limit ? 'red' : 'dimmed'} aria-hidden>
      {count}/{limit}
    </Text>
  );
}

function useProblem(value: string, limit: number): string | undefined {
  const { t } = useTranslation();
  const over = countChars(value) - limit;
  return over > 0 ? t('input.over', { count: over }) : undefined;
}

/** Whether a text keeps its limit. */
export function isWithin(value: string, limit: number): boolean {
  return countChars(value) <= limit;
}
