import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/SimpleGrid.css';
import { LIMITS } from '@drover/contract/limits';
import type { CreateJob } from '@drover/sdk';
import { NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type Pace = 'once' | 'waves' | 'perMinute';

const usualWaves = '1, 10, 25';

/** What a request says of it. */
export type CareValues = Pick<CreateJob, 'rollout' | 'retry'>;

function paceOf({ rollout }: CareValues): Pace {
  if (!rollout) return 'once';
  return rollout.perMinute === undefined ? 'waves' : 'perMinute';
}

/** How careful a job is, as it is being chosen. */
export function useCare({ rollout, retry }: CareValues) {
  const [pace, setPace] = useState(() => paceOf({ rollout }));
  const [waves, setWaves] = useState(rollout?.waves?.join(', ') ?? usualWaves);
  const [perMinute, setPerMinute] = useState(rollout?.perMinute ?? 60);
  const [stopAfter, setStopAfter] = useState(rollout ? rollout.stopAfterFailedPercent : 20);
  const [attempts, setAttempts] = useState(retry?.attempts ?? 1);
  const [delaySeconds, setDelaySeconds] = useState(retry?.delaySeconds ?? LIMITS.retryDelaySeconds);
  const shares = waves
    .split(/[\s,，]+/)
    .filter(Boolean)
    .map(Number);
  const request: CareValues = {
    ...(pace !== 'once' && {
      rollout: {
        ...(pace === 'waves' ? { waves: shares } : { perMinute }),
        ...(stopAfter !== undefined && { stopAfterFailedPercent: stopAfter }),
      },
    }),
    ...(attempts > 1 && { retry: { attempts, delaySeconds } }),
  };
  return {
    ...{ pace, setPace, waves, setWaves, perMinute, setPerMinute, stopAfter, setStopAfter },
    ...{ attempts, setAttempts, delaySeconds, setDelaySeconds, request },
  };
}

const numberOf = (value: number | string, otherwise: number) =>
  typeof value === 'number' ? value : otherwise;

/** How a job comes to its devices, and how often they try. */
export function Care({ care }: { care: ReturnType<typeof useCare> }) {
  const { t } = useTranslation();
  const paces = (['once', 'waves', 'perMinute'] as const).map((value) => ({
    value,
    label: t(`runDialog.care.paces.${value}`),
  }));
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Select
          label={t('runDialog.care.pace')}
          data={paces}
          value={care.pace}
          onChange={(pace) => care.setPace(pace as Pace)}
          allowDeselect={false}
        />
        {care.pace === 'waves' && (
          <TextInput
            label={t('runDialog.care.waves')}
            description={t('runDialog.care.wavesHelp')}
            value={care.waves}
            onChange={(event) => care.setWaves(event.currentTarget.value)}
          />
        )}
        {care.pace === 'perMinute' && (
          <NumberInput
            label={t('runDialog.care.number')}
            min={1}
            max={LIMITS.rolloutPerMinuteMax}
            value={care.perMinute}
            onChange={(value) => care.setPerMinute(numberOf(value, 1))}
          />
        )}
        {care.pace !== 'once' && (
          <NumberInput
            label={t('runDialog.care.stopAfter')}
            description={t('runDialog.care.stopAfterHelp')}
            min={0}
            max={100}
            value={care.stopAfter ?? ''}
            onChange={(value) => care.setStopAfter(typeof value === 'number' ? value : undefined)}
          />
        )}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberInput
          label={t('runDialog.care.attempts')}
          description={t('runDialog.care.attemptsHelp')}
          min={1}
          max={LIMITS.runAttempts}
          value={care.attempts}
          onChange={(value) => care.setAttempts(numberOf(value, 1))}
        />
        {care.attempts > 1 && (
          <NumberInput
            label={t('runDialog.care.delay')}
            description={t('runDialog.care.delayHelp')}
            min={1}
            max={LIMITS.retryDelaySecondsMax}
            value={care.delaySeconds}
            onChange={(value) => care.setDelaySeconds(numberOf(value, LIMITS.retryDelaySeconds))}
          />
        )}
      </SimpleGrid>
    </Stack>
  );
}
