import { hasEnded, type RunState } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { StateBadge, type Tone } from '../../ui/display/state-badge';

/** States in the order in which a run may pass through them. */
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

/** Reads the states of a filter in the URL, separated by commas. */
export const splitStates = (text: string): RunState[] =>
  RUN_STATES.filter((state) => text.split(',').includes(state));

export const joinStates = (states: RunState[]): string => states.join(',');

export const STATE_TONES: Record<RunState, Tone> = {
  queued: 'waiting',
  running: 'active',
  stopping: 'active',
  succeeded: 'success',
  failed: 'failure',
  timed_out: 'failure',
  lost: 'failure',
  stopped: 'neutral',
  canceled: 'neutral',
  expired: 'neutral',
  rejected: 'failure',
};

/** The state of a run as a coloured dot and a label. */
export function RunStateBadge({ state }: { state: RunState }) {
  const { t } = useTranslation('runs');
  return (
    <StateBadge tone={STATE_TONES[state]} isPulsing={!hasEnded(state) && state !== 'queued'}>
      {t(`states.${state}`)}
    </StateBadge>
  );
}
