import '@mantine/core/styles/Chip.css';
import '@mantine/core/styles/NumberInput.css';
import { LIMITS } from '@drover/contract/limits';
import { Chip, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCronText } from './use-cron-text';
import { getDayNames } from './use-when-description';
import { localTimeZone, type WhenInput, type WhenMode, whenModes } from './when-input';

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
      {mode === 'weekly' && <Days value={value.days} onChange={(days) => set({ days })} />}
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
        <ZoneSelect value={value.timeZone} onChange={(timeZone) => set({ timeZone })} />
      )}
    </Stack>
  );
}

function Days({ value, onChange }: { value: string[]; onChange: (days: string[]) => void }) {
  const { t, i18n } = useTranslation('schedules');
  const names = getDayNames(i18n.language, 'short');
  return (
    <div role="group" aria-label={t('days')}>
      <Text size="sm" fw={600} mb={4} aria-hidden>
        {t('days')}
      </Text>
      <Chip.Group multiple value={value} onChange={onChange}>
        <Group gap={6}>
          {[1, 2, 3, 4, 5, 6, 0].map((day) => (
            <Chip key={day} value={String(day)} size="xs">
              {names[day]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </div>
  );
}

function ZoneSelect({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const { t } = useTranslation('schedules');
  const zones = useMemo(
    () => [...new Set([localTimeZone, 'UTC', value, ...Intl.supportedValuesOf('timeZone')])],
    [value],
  );
  return (
    <Select
      label={t('timeZone')}
      data={zones}
      limit={100}
      value={value}
      onChange={(zone) => onChange(zone ?? localTimeZone)}
      searchable
      allowDeselect={false}
    />
  );
}
