import '@mantine/core/styles/Chip.css';
import '@mantine/core/styles/NumberInput.css';
import { LIMITS } from '@drover/contract/limits';
import { Chip, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dayNames } from './use-when-words';
import { ownZone, whenModes, type WhenInput, type WhenMode } from './when-input';

interface Props {
  value: WhenInput;
  onChange: (value: WhenInput) => void;
}

/** When it is due: in plain words, or as a cron expression. */
export function WhenFields({ value, onChange }: Props) {
  const { t } = useTranslation();
  const set = (changes: Partial<WhenInput>) => onChange({ ...value, ...changes });
  const { mode } = value;
  return (
    <Stack gap="sm">
      <Select
        label={t('schedules.when')}
        data={whenModes.map((each) => ({ value: each, label: t(`schedules.modes.${each}`) }))}
        value={mode}
        onChange={(next) => set({ mode: next as WhenMode })}
        allowDeselect={false}
      />
      {mode === 'minutes' && (
        <NumberInput
          label={t('schedules.everyMinutes')}
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
          label={t('schedules.time')}
          value={value.time}
          onChange={(event) => set({ time: event.currentTarget.value })}
        />
      )}
      {mode === 'weekly' && <Days value={value.days} onChange={(days) => set({ days })} />}
      {mode === 'once' && (
        <TextInput
          type="datetime-local"
          label={t('schedules.at')}
          value={value.at}
          onChange={(event) => set({ at: event.currentTarget.value })}
        />
      )}
      {mode === 'cron' && (
        <TextInput
          label={t('schedules.cron')}
          description={t('schedules.cronHelp')}
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
  const { t, i18n } = useTranslation();
  const names = dayNames(i18n.language, 'short');
  return (
    <div role="group" aria-label={t('schedules.days')}>
      <Text size="sm" fw={600} mb={4} aria-hidden>
        {t('schedules.days')}
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
  const { t } = useTranslation();
  const zones = useMemo(
    () => [...new Set([ownZone, 'UTC', value, ...Intl.supportedValuesOf('timeZone')])],
    [value],
  );
  return (
    <Select
      label={t('schedules.timeZone')}
      data={zones}
      limit={100}
      value={value}
      onChange={(zone) => onChange(zone ?? ownZone)}
      searchable
      allowDeselect={false}
    />
  );
}
