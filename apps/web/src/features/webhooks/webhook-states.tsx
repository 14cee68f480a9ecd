import type { Webhook, WebhookDelivery } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { useCurrentTime } from '../../ui/display/relative-time';
import { StateBadge } from '../../ui/display/state-badge';
import { webhookStateOf } from './webhook-state';

const webhookTones = {
  enabled: 'success',
  retrying: 'waiting',
  failing: 'failure',
  disabled: 'neutral',
} as const;

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const state = webhookStateOf(webhook, useCurrentTime());
  return <StateBadge tone={webhookTones[state]}>{t(`states.${state}`)}</StateBadge>;
}

const deliveryTones = { pending: 'waiting', delivered: 'success', failed: 'failure' } as const;

export function DeliveryState({ state }: Pick<WebhookDelivery, 'state'>) {
  const { t } = useTranslation('webhooks');
  return <StateBadge tone={deliveryTones[state]}>{t(`deliveryStates.${state}`)}</StateBadge>;
}

/** The response of a delivery, or the error. */
export function DeliveryResponse({
  delivery: { error, response, durationMs },
}: {
  delivery: WebhookDelivery;
}) {
  const { t } = useTranslation('webhooks');
  if (error) return error;
  return response ? t('took', { status: response.status, ms: durationMs }) : null;
}
