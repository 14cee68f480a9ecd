import { hasEnded, type RunState } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import classes from './run-state.module.css';

/** States in the order in which a run may go through them. */
export const RUN_STATES: readonly RunState[] = [
  'queued',
  'running',
  'stopping',
  'succeeded',
  'failed',
  'timed_out',
  'lost',
  'stopped',
  'canceled',
  'expired',
  'rejected',
];

/** How a state is told by colour. */
export const STATE_TONES: Record<RunState, 'wait' | 'go' | 'good' | 'bad' | 'quiet'> = {
  queued: 'wait',
  running: 'go',
  stopping: 'go',
  succeeded: 'good',
  failed: 'bad',
  timed_out: 'bad',
  lost: 'bad',
  stopped: 'quiet',
  canceled: 'quiet',
  expired: 'quiet',
  rejected: 'bad',
};

/** Where a run stands: a coloured mark, and the word for it. */
export function RunStateSign({ state }: { state: RunState }) {
  const { t } = useTranslation();
  return (
    <span className={classes.sign} data-tone={STATE_TONES[state]}>
      <span className={classes.mark} data-pulsing={(!hasEnded(state) && state !== 'queued') || undefined} />
      {t(`runs.states.${state}`)}
    </span>
  );
}
