import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/SimpleGrid.css';
import { LIMITS } from '@drover/contract/limits';
import type { CreateJob } from '@drover/sdk';
import { NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type RolloutMode = 'once' | 'waves' | 'perMinute';

const defaultWaves = '1, 10, 25';

/** The rollout and retry options of a job request. */
export type RolloutOptionValues = Pick<CreateJob, 'rollout' | 'retry'>;

function getRolloutMode({ rollout }: RolloutOptionValues): RolloutMode {
  if (!rollout) return 'once';
  return rollout.perMinute === undefined ? 'waves' : 'perMinute';
}

/** Holds the rollout and retry options while the user edits them. */
export function useRolloutOptions({ rollout, retry }: RolloutOptionValues) {
  const [mode, setMode] = useState(() => getRolloutMode({ rollout }));
  const [waves, setWaves] = useState(rollout?.waves?.join(', ') ?? defaultWaves);
  const [perMinute, setPerMinute] = useState(rollout?.perMinute ?? 60);
  const [stopAfter, setStopAfter] = useState(rollout ? rollout.stopAfterFailedPercent : 20);
  const [attempts, setAttempts] = useState(retry?.attempts ?? 1);
  const [delaySeconds, setDelaySeconds] = useState(retry?.delaySeconds ?? LIMITS.retryDelaySeconds);
  const shares = waves
    .split(/[\s,，]+/)
    .filter(Boolean)
    .map(Number);
  const request: RolloutOptionValues = {
    ...(mode !== 'once' && {
      rollout: {
        ...(mode === 'waves' ? { waves: shares } : { perMinute }),
        ...(stopAfter !== undefined && { stopAfterFailedPercent: stopAfter }),
      },
    }),
    ...(attempts > 1 && { retry: { attempts, delaySeconds } }),
  };
  return {
    ...{ mode, setMode, waves, setWaves, perMinute, setPerMinute, stopAfter, setStopAfter },
    ...{ attempts, setAttempts, delaySeconds, setDelaySeconds, request },
  };
}

const toNumber = (value: number | string, fallback: number) => (typeof value === 'number' ? value : fallback);

/** The fields for the rollout and retry options. */
export function RolloutOptions({ options }: { options: ReturnType<typeof useRolloutOptions> }) {
  const { t } = useTranslation('run-dialog');
  const modes = (['once', 'waves', 'perMinute'] as const).map((value) => ({
    value,
    label: t(`rollout.paces.${value}`),
  }));
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Select
          label={t('rollout.pace')}
          data={modes}
          value={options.mode}
          onChange={(mode) => options.setMode(mode as RolloutMode)}
          allowDeselect={false}
        />
        {options.mode === 'waves' && (
          <TextInput
            label={t('rollout.waves')}
            description={t('rollout.wavesHelp')}
            value={options.waves}
            onChange={(event) => options.setWaves(event.currentTarget.value)}
          />
        )}
        {options.mode === 'perMinute' && (
          <NumberInput
            label={t('rollout.number')}
            min={1}
            max={LIMITS.rolloutPerMinuteMax}
            value={options.perMinute}
            onChange={(value) => options.setPerMinute(toNumber(value, 1))}
          />
        )}
        {options.mode !== 'once' && (
          <NumberInput
            label={t('rollout.stopAfter')}
            description={t('rollout.stopAfterHelp')}
            min={0}
            max={100}
            value={options.stopAfter ?? ''}
            onChange={(value) => options.setStopAfter(typeof value === 'number' ? value : undefined)}
          />
        )}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberInput
          label={t('rollout.attempts')}
          description={t('rollout.attemptsHelp')}
          min={1}
          max={LIMITS.runAttempts}
          value={options.attempts}
          onChange={(value) => options.setAttempts(toNumber(value, 1))}
        />
        {options.attempts > 1 && (
          <NumberInput
            label={t('rollout.delay')}
            description={t('rollout.delayHelp')}
            min={1}
            max={LIMITS.retryDelaySecondsMax}
            value={options.delaySeconds}
            onChange={(value) => options.setDelaySeconds(toNumber(value, LIMITS.retryDelaySeconds))}
          />
        )}
      </SimpleGrid>
    </Stack>
  );
}
