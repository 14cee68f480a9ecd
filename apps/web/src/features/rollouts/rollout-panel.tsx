import '@mantine/core/styles/Progress.css';
import type { Job, Rollout, Wave } from '@drover/sdk';
import { Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ForRole } from '../../roles/for-role';
import { useReasonText } from '../../ui/display/use-reason-text';
import { Panel } from '../../ui/layout/panel';
import { RolloutActions } from './rollout-actions';
import { WaveList } from './wave-list';

interface Props {
  job: Job;
  rollout: Rollout;
  /** Renders the run counts of a wave. */
  renderCounts: (counts: Wave['counts']) => ReactNode;
}

/** The progress of a rollout and its actions. */
export function RolloutPanel({ job, rollout, renderCounts }: Props) {
  const { t } = useTranslation('rollouts');
  const reasonText = useReasonText();
  const { state, reason, released, devices, perMinute, stopAfterFailedPercent, waves } = rollout;
  const parts = [
    t('progress', { released, count: devices }),
    perMinute !== null && t('perMinute', { number: perMinute }),
    stopAfterFailedPercent !== null && t('limit', { percent: stopAfterFailedPercent }),
    rollout.codeUpdatedAt !== null && t('codeUpdated'),
  ].filter(Boolean);
  return (
    <Panel
      title={t('titleWithState', { state: t(`states.${state}`) })}
      aside={
        <ForRole role="operator">
          <RolloutActions job={job} state={state} />
        </ForRole>
      }
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {parts.join(' · ')}
        </Text>
        {reason && (
          <Text
            size="sm"
            fw={state === 'stopped' ? 600 : undefined}
            role={state === 'stopped' ? 'alert' : undefined}
          >
            {reasonText(reason)}
          </Text>
        )}
        {waves.length > 0 ? (
          <WaveList waves={waves} renderCounts={renderCounts} />
        ) : (
          <Progress value={(released / devices) * 100} aria-label={t('title')} />
        )}
      </Stack>
    </Panel>
  );
}
