import '@mantine/core/styles/Radio.css';
import type { CodeChoice } from '@drover/sdk';
import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  value: CodeChoice;
  onChange: (value: CodeChoice) => void;
}

/** A choice between the job's own code version and the script's latest. */
export function CodeChoiceInput({ value, onChange }: Props) {
  const { t } = useTranslation('rollouts');
  return (
    <Radio.Group
      label={t('code')}
      value={value}
      onChange={(next) => onChange(next === 'current' ? 'current' : 'same')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="same" label={t('codes.same')} />
        <Radio value="current" label={t('codes.current')} />
      </Stack>
    </Radio.Group>
  );
}
