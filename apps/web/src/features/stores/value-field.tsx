import { Group, Select, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeFormat, findProblem, type ValueInput } from './entry-input';

interface Props {
  input: ValueInput;
  onChange: (input: ValueInput) => void;
  hasFocus: boolean;
}

/** The value of an entry, as a text or as JSON. */
export function ValueField({ input, onChange, hasFocus }: Props) {
  const { t } = useTranslation('stores');
  const problem = findProblem(input);
  const isEmpty = input.text.trim() === '';
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Text size="sm" fw={600} aria-hidden>
          {t('value')}
        </Text>
        <Select
          size="xs"
          w={110}
          allowDeselect={false}
          aria-label={t('format')}
          value={input.format}
          onChange={(format) => format && onChange(changeFormat(input, format))}
          data={[
            { value: 'text', label: t('text') },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </Group>
      <Textarea
        aria-label={t('value')}
        autosize
        minRows={3}
        maxRows={14}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: '0.8125rem' } }}
        error={problem && !(problem === 'notJson' && isEmpty) && t(problem)}
        value={input.text}
        onChange={(event) => onChange({ ...input, text: event.currentTarget.value })}
        data-autofocus={hasFocus || undefined}
      />
    </div>
  );
}
