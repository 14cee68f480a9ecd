import '@mantine/core/styles/SimpleGrid.css';
import { LIMITS } from '@drover/contract/limits';
import { Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { duration } from '../../lib/time';

/** In seconds, as a run request takes them. */
export interface DeadlineValues {
  deliverWithin?: number;
  timeout?: number;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const deliveries = [
  minute,
  10 * minute,
  hour,
  6 * hour,
  LIMITS.scriptDeliverWithinSeconds,
  7 * day,
  LIMITS.deliverWithinSecondsMax,
];
const timeouts = [30, minute, 5 * minute, 30 * minute, hour, 6 * hour, day];

export const startDeadlines: DeadlineValues = { deliverWithin: LIMITS.scriptDeliverWithinSeconds };

interface Props {
  value: DeadlineValues;
  onChange: (value: DeadlineValues) => void;
}

/** Until when a device must have the script, and how long it may run there. */
export function Deadlines({ value, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const choice = (seconds: number) => ({
    value: String(seconds),
    label: duration(seconds * 1000, i18n.language),
  });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <Select
        label={t('runDialog.deliverWithin')}
        description={t('runDialog.deliverWithinHelp')}
        data={withChosen(deliveries, value.deliverWithin).map(choice)}
        value={String(value.deliverWithin)}
        onChange={(seconds) => onChange({ ...value, deliverWithin: Number(seconds) })}
        allowDeselect={false}
      />
      <Select
        label={t('runDialog.timeout')}
        description={t('runDialog.timeoutHelp')}
        placeholder={t('runDialog.noLimit')}
        data={withChosen(timeouts, value.timeout).map(choice)}
        value={value.timeout ? String(value.timeout) : null}
        onChange={(seconds) => onChange({ ...value, timeout: seconds ? Number(seconds) : undefined })}
        clearable
      />
    </SimpleGrid>
  );
}

/** What another program chose stays among the choices. */
function withChosen(choices: number[], chosen: number | undefined): number[] {
  if (chosen === undefined || choices.includes(chosen)) return choices;
  return [...choices, chosen].sort((a, b) => a - b);
}
