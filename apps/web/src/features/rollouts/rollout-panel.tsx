import '@mantine/core/styles/Progress.css';
import type { Job, Rollout, Wave } from '@drover/sdk';
import { Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/panel';
import { RolloutActions } from './rollout-actions';
import { WaveList } from './wave-list';

interface Props {
  job: Job;
  rollout: Rollout;
  /** How the runs of a wave stand. */
  renderCounts: (counts: Wave['counts']) => ReactNode;
}

/** How far a job has come to its devices, and what can be done about it. */
export function RolloutPanel({ job, rollout, renderCounts }: Props) {
  const { t } = useTranslation();
  const { state, reason, released, devices, perMinute, stopAfterFailedPercent, waves } = rollout;
  const words = [
    t('rollouts.progress', { released, count: devices }),
    perMinute !== null && t('rollouts.perMinute', { number: perMinute }),
    stopAfterFailedPercent !== null && t('rollouts.limit', { percent: stopAfterFailedPercent }),
    rollout.codeUpdatedAt !== null && t('rollouts.codeUpdated'),
  ].filter(Boolean);
  return (
    <Panel
      title={`${t('rollouts.title')}: ${t(`rollouts.states.${state}`)}`}
      aside={<RolloutActions job={job} state={state} />}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.join(' · ')}
        </Text>
        {reason && (
          <Text
            size="sm"
            fw={state === 'stopped' ? 600 : undefined}
            role={state === 'stopped' ? 'alert' : undefined}
          >
            {reason}
          </Text>
        )}
        {waves.length > 0 ? (
          <WaveList waves={waves} renderCounts={renderCounts} />
        ) : (
          <Progress value={(released / devices) * 100} aria-label={t('rollouts.title')} />
        )}
      </Stack>
    </Panel>
  );
}
