import type { DeviceStatistics, Failure, Page, ScheduleSummary, Webhook } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { isFailing } from '../../lib/failing-schedule';
import { webhookStateOf } from '../../features/webhooks/webhook-state';
import { useCurrentTime } from '../../ui/display/relative-time';
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

/** Failing schedules that are named, and paused ones. */
const shownSchedules = 5;

/** Returns what needs attention: failures, failing schedules, webhooks, paused schedules and devices, in this order. */
export function useAttention({ failures, devices, schedules = [], webhooks = [] }: Sources): AttentionItem[] {
  const { t } = useTranslation(['home', 'runs']);
  const reasonText = useReasonText();
  const now = useCurrentTime();
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
  const failing = schedules.filter(isFailing);
  const paused = schedules.filter((schedule) => schedule.isPaused && !isFailing(schedule));
  for (const { _id, name, last } of failing.slice(0, shownSchedules)) {
    const title = t('attention.scheduleFailing');
    items.push({ key: _id, tone: 'failure', title, name, at: last?.dueAt, to: `/schedules/${_id}` });
  }
  const moreFailing = failing.length - shownSchedules;
  if (moreFailing > 0) {
    const title = t('attention.moreSchedulesFailing', { count: moreFailing });
    items.push({ key: 'failing schedules', tone: 'failure', title, name: '', to: '/schedules' });
  }
  for (const webhook of webhooks) {
    const { _id, name, url, isEnabled, failingSince } = webhook;
    if (['enabled', 'retrying'].includes(webhookStateOf(webhook, now))) continue;
    items.push({
      key: _id,
      tone: isEnabled ? 'failure' : 'waiting',
      title: t(isEnabled ? 'attention.webhookFailing' : 'attention.webhookDisabled'),
      name: name ?? url,
      at: failingSince,
      to: `/settings/webhooks/${_id}`,
    });
  }
  for (const { _id, name } of paused.slice(0, shownSchedules)) {
    const title = t('attention.schedulePaused');
    items.push({ key: _id, tone: 'waiting', title, name, to: `/schedules/${_id}` });
  }
  const morePaused = paused.length - shownSchedules;
  if (morePaused > 0) {
    const title = t('attention.moreSchedulesPaused', { count: morePaused });
    items.push({ key: 'paused schedules', tone: 'waiting', title, name: '', to: '/schedules' });
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
