import type { ApprovalState as State } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { StateBadge, type Tone } from '../../ui/display/state-badge';

const tones: Record<State, Tone> = {
  pending: 'waiting',
  approved: 'success',
  declined: 'failure',
  expired: 'neutral',
  withdrawn: 'neutral',
};

export function ApprovalState({ state }: { state: State }) {
  const { t } = useTranslation('approvals');
  return <StateBadge tone={tones[state]}>{t(`states.${state}`)}</StateBadge>;
}
