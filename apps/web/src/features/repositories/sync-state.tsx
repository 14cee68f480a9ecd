import type { RepositorySync } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../ui/display/state-badge';

const tones = { running: 'waiting', done: 'success', failed: 'failure' } as const;

export function SyncState({ sync }: { sync: RepositorySync | null }) {
  const { t } = useTranslation('repositories');
  if (!sync) return <StateBadge tone="waiting">{t('states.none')}</StateBadge>;
  return <StateBadge tone={tones[sync.state]}>{t(`states.${sync.state}`)}</StateBadge>;
}
