import type { Wave } from '@drover/sdk';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './wave-list.module.css';

interface Props {
  waves: Wave[];
  /** How the runs of a wave stand. */
  renderCounts: (counts: Wave['counts']) => ReactNode;
}

/** The waves of a roll-out in order: how many devices, what became of them, why it went no further. */
export function WaveList({ waves, renderCounts }: Props) {
  const { t } = useTranslation();
  return (
    <ol className={classes.waves} aria-label={t('rollouts.title')}>
      {waves.map((wave) => (
        <li key={wave.n} className={classes.wave} data-state={wave.state}>
          <div className={classes.head}>
            <Text span fw={600} size="sm">
              {t('rollouts.wave', { n: wave.n })}
            </Text>
            <Text span size="sm">
              {t(`rollouts.waveStates.${wave.state}`)}
            </Text>
          </div>
          {renderCounts(wave.counts)}
          <Text size="xs" c="dimmed">
            {t('rollouts.devices', { count: wave.devices })}
            {wave.failedPercent !== null &&
              ` · ${t('rollouts.failedShare', { percent: wave.failedPercent })}`}
          </Text>
          {wave.reason && <Text size="xs">{wave.reason}</Text>}
        </li>
      ))}
    </ol>
  );
}
