import '@mantine/core/styles/SimpleGrid.css';
import { LIMITS } from '@drover/contract/limits';
import { Checkbox, Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../lib/time';

/** In seconds, as in a run request. */
export interface DeadlineValues {
  deliverWithin?: number;
  timeout?: number;
  screenshotOnFailure?: boolean;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const deliveryChoices = [
  minute,
  10 * minute,
  hour,
  6 * hour,
  LIMITS.scriptDeliverWithinSeconds,
  7 * day,
  LIMITS.deliverWithinSecondsMax,
];
const timeoutChoices = [30, minute, 5 * minute, 30 * minute, hour, 6 * hour, day];

export const defaultDeadlines: DeadlineValues = { deliverWithin: LIMITS.scriptDeliverWithinSeconds };

interface Props {
  value: DeadlineValues;
  onChange: (value: DeadlineValues) => void;
}

/** The fields for the delivery deadline, the time limit and the pictures of the runs. */
export function Deadlines({ value, onChange }: Props) {
  const { t, i18n } = useTranslation('run-dialog');
  const choice = (seconds: number) => ({
    value: String(seconds),
    label: formatDuration(seconds * 1000, i18n.language),
  });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <Select
        label={t('deliverWithin')}
        description={t('deliverWithinHelp')}
        data={includeChosen(deliveryChoices, value.deliverWithin).map(choice)}
        value={String(value.deliverWithin)}
        onChange={(seconds) => onChange({ ...value, deliverWithin: Number(seconds) })}
        allowDeselect={false}
      />
      <Select
        label={t('timeout')}
        description={t('timeoutHelp')}
        placeholder={t('noLimit')}
        data={includeChosen(timeoutChoices, value.timeout).map(choice)}
        value={value.timeout ? String(value.timeout) : null}
        onChange={(seconds) => onChange({ ...value, timeout: seconds ? Number(seconds) : undefined })}
        clearable
      />
      <Checkbox
        label={t('screenshotOnFailure')}
        description={t('screenshotOnFailureHelp')}
        checked={value.screenshotOnFailure ?? false}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ ...value, screenshotOnFailure: checked || undefined })
        }
      />
    </SimpleGrid>
  );
}

/** Adds a value that another program chose to the choices. */
function includeChosen(choices: number[], chosen: number | undefined): number[] {
  if (chosen === undefined || choices.includes(chosen)) return choices;
  return [...choices, chosen].sort((a, b) => a - b);
}
