import type { DeviceStatistics, Failure, Page, ScheduleSummary, Webhook } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import type { Tone } from '../../ui/display/state-badge';
import { useReasonText } from '../../ui/display/use-reason-text';

/** Something that needs attention. */
export interface AttentionItem {
  key: string;
  tone: Tone;
  title: string;
  name: string;
  at?: string | null;
  to: string;
}

interface Sources {
  failures?: Page<Failure>;
  devices?: DeviceStatistics;
  schedules?: ScheduleSummary[];
  webhooks?: Webhook[];
}

/** Returns what needs attention: failures, schedules, webhooks and devices, in this order. */
export function useAttention({ failures, devices, schedules = [], webhooks = [] }: Sources): AttentionItem[] {
  const { t } = useTranslation(['home', 'runs']);
  const reasonText = useReasonText();
  const items: AttentionItem[] = [];
  for (const { _id, trend, message, state, runsLastDay, lastSeenAt } of failures?.items ?? []) {
    const title = trend === 'new' ? 'attention.newFailure' : 'attention.risingFailure';
    items.push({
      key: _id,
      tone: 'failure',
      title: t(title, { count: runsLastDay }),
      name: message === null ? t(`runs:states.${state}`) : reasonText(message),
      at: lastSeenAt,
      to: `/failures?failure=${_id}`,
    });
  }
  const moreFailures = (failures?.total ?? 0) - (failures?.items.length ?? 0);
  if (moreFailures > 0) {
    const title = t('attention.moreFailures', { count: moreFailures });
    items.push({ key: 'failures', tone: 'failure', title, name: '', to: '/failures?trend=new,rising' });
  }
  for (const { _id, name, isPaused, problem, last } of schedules) {
    const isFailing = problem !== null || ['failed', 'not_started', 'missed'].includes(last?.result ?? '');
    if (!isFailing && !isPaused) continue;
    items.push({
      key: _id,
      tone: isFailing ? 'failure' : 'waiting',
      title: t(isFailing ? 'attention.scheduleFailing' : 'attention.schedulePaused'),
      name,
      at: isFailing ? last?.dueAt : null,
      to: `/schedules/${_id}`,
    });
  }
  for (const { _id, name, url, isEnabled, failingSince } of webhooks) {
    if (isEnabled && !failingSince) continue;
    items.push({
      key: _id,
      tone: isEnabled ? 'failure' : 'waiting',
      title: t(isEnabled ? 'attention.webhookFailing' : 'attention.webhookDisabled'),
      name: name ?? url,
      at: failingSince,
      to: `/settings/webhooks/${_id}`,
    });
  }
  for (const { _id, name, lastSeenAt } of devices?.wentOffline.items ?? []) {
    items.push({
      key: _id,
      tone: 'waiting',
      title: t('attention.offline'),
      name,
      at: lastSeenAt,
      to: `/devices/${_id}`,
    });
  }
  const moreOffline = (devices?.wentOffline.total ?? 0) - (devices?.wentOffline.items.length ?? 0);
  if (moreOffline > 0) {
    const title = t('attention.moreOffline', { count: moreOffline });
    items.push({ key: 'devices', tone: 'waiting', title, name: '', to: '/devices?state=offline' });
  }
  return items;
}
