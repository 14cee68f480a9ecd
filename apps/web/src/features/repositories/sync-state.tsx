import type { RepositorySync } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../ui/display/state-badge';

const tones = { running: 'waiting', done: 'success', failed: 'failure' } as const;

export function SyncState({ sync }: { sync: RepositorySync | null }) {
  const { t } = useTranslation('repositories');
  if (!sync) return <StateBadge tone="waiting">{t('states.none')}</StateBadge>;
  const { state, trigger, changed } = sync;
  const isPushed = trigger === 'save' && state === 'done' && changed > 0;
  return <StateBadge tone={tones[state]}>{isPushed ? t('pushed') : t(`states.${state}`)}</StateBadge>;
}
