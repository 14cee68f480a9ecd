import { hasEnded, type RunState } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { StateSign, type Tone } from '../../ui/state-sign';

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

export const STATE_TONES: Record<RunState, Tone> = {
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
    <StateSign tone={STATE_TONES[state]} isPulsing={!hasEnded(state) && state !== 'queued'}>
      {t(`runs.states.${state}`)}
    </StateSign>
  );
}
