import '@mantine/core/styles/NumberInput.css';
import { LIMITS } from '@drover/contract/limits';
import { NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WeekDays } from '../../ui/forms/week-days';
import { ZoneSelect } from '../../ui/forms/zone-select';
import { useCronText } from './use-cron-text';
import { type WhenInput, type WhenMode, whenModes } from './when-input';

interface Props {
  value: WhenInput;
  onChange: (value: WhenInput) => void;
}

/** The fields for when a schedule is due. */
export function WhenFields({ value, onChange }: Props) {
  const { t } = useTranslation('schedules');
  const cronText = useCronText();
  const set = (changes: Partial<WhenInput>) => onChange({ ...value, ...changes });
  const { mode } = value;
  return (
    <Stack gap="sm">
      <Select
        label={t('when')}
        data={whenModes.map((each) => ({ value: each, label: t(`modes.${each}`) }))}
        value={mode}
        onChange={(next) => set({ mode: next as WhenMode })}
        allowDeselect={false}
      />
      {mode === 'minutes' && (
        <NumberInput
          label={t('everyMinutes')}
          min={1}
          max={LIMITS.everyMinutesMax}
          allowDecimal={false}
          value={value.everyMinutes}
          onChange={(everyMinutes) => set({ everyMinutes })}
        />
      )}
      {(mode === 'daily' || mode === 'weekly') && (
        <TextInput
          type="time"
          label={t('time')}
          value={value.time}
          onChange={(event) => set({ time: event.currentTarget.value })}
        />
      )}
      {mode === 'weekly' && (
        <WeekDays label={t('days')} value={value.days} onChange={(days) => set({ days })} />
      )}
      {mode === 'once' && (
        <TextInput
          type="datetime-local"
          label={t('at')}
          value={value.at}
          onChange={(event) => set({ at: event.currentTarget.value })}
        />
      )}
      {mode === 'cron' && (
        <TextInput
          label={t('cron')}
          description={cronText(value.cron) ?? t('cronHelp')}
          maxLength={LIMITS.cronChars}
          styles={{ input: { fontFamily: 'var(--font-mono)' } }}
          value={value.cron}
          onChange={(event) => set({ cron: event.currentTarget.value })}
        />
      )}
      {mode !== 'minutes' && mode !== 'once' && (
        <ZoneSelect label={t('timeZone')} value={value.timeZone} onChange={(timeZone) => set({ timeZone })} />
      )}
    </Stack>
  );
}
