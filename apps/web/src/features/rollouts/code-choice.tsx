import '@mantine/core/styles/Radio.css';
import type { CodeChoice } from '@drover/sdk';
import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  value: CodeChoice;
  onChange: (value: CodeChoice) => void;
}

/** With the code that the job was asked with, or with the script's as it is now. */
export function CodeChoiceInput({ value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t('rollouts.code')}
      value={value}
      onChange={(next) => onChange(next === 'current' ? 'current' : 'same')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="same" label={t('rollouts.codes.same')} />
        <Radio value="current" label={t('rollouts.codes.current')} />
      </Stack>
    </Radio.Group>
  );
}
