import '@mantine/core/styles/Progress.css';
import type { RunProgress } from '@drover/sdk';
import { Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './run-table.module.css';

/** The progress of a run: a bar, and the text that its script gave. */
export function RunProgressBar({ progress: { value, text } }: { progress: RunProgress }) {
  const { t, i18n } = useTranslation('runs');
  const percent = Math.floor(value * 100);
  const share = (percent / 100).toLocaleString(i18n.language, { style: 'percent' });
  const label = text ? `${share} · ${text}` : share;
  return (
    <div title={label}>
      <Progress size="sm" value={percent} aria-label={t('progress')} transitionDuration={200} />
      <Text size="xs" className={classes.line}>
        {label}
      </Text>
    </div>
  );
}
