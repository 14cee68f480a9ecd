import type { Wave } from '@drover/sdk';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReasonText } from '../../ui/display/use-reason-text';
import classes from './wave-list.module.css';

interface Props {
  waves: Wave[];
  /** Renders the run counts of a wave. */
  renderCounts: (counts: Wave['counts']) => ReactNode;
}

/** The waves of a rollout in order, with their devices, results and the reason why the rollout stopped. */
export function WaveList({ waves, renderCounts }: Props) {
  const { t } = useTranslation('rollouts');
  const reasonText = useReasonText();
  return (
    <ol className={classes.waves} aria-label={t('title')}>
      {waves.map((wave) => (
        <li key={wave.n} className={classes.wave} data-state={wave.state}>
          <div className={classes.head}>
            <Text span fw={600} size="sm">
              {t('wave', { n: wave.n })}
            </Text>
            <Text span size="sm">
              {t(`waveStates.${wave.state}`)}
            </Text>
          </div>
          {renderCounts(wave.counts)}
          <Text size="xs" c="dimmed">
            {t('devices', { count: wave.devices })}
            {wave.failedPercent !== null && ` · ${t('failedShare', { percent: wave.failedPercent })}`}
          </Text>
          {wave.reason && <Text size="xs">{reasonText(wave.reason)}</Text>}
        </li>
      ))}
    </ol>
  );
}
