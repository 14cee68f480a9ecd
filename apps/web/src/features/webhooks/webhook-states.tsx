import type { Webhook, WebhookDelivery } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { useCurrentTime } from '../../ui/display/relative-time';
import { StateBadge } from '../../ui/display/state-badge';

const webhookTones = {
  enabled: 'success',
  retrying: 'waiting',
  failing: 'failure',
  disabled: 'neutral',
} as const;

/** How long failed deliveries count as being retried, because most targets are back within minutes. */
const retryingMs = 10 * 60_000;

/** Returns whether a webhook is disabled, fails, or has begun to fail and is being retried. */
export function useWebhookState({ isEnabled, failingSince }: Webhook): keyof typeof webhookTones {
  const now = useCurrentTime();
  if (!isEnabled) return 'disabled';
  if (!failingSince) return 'enabled';
  return now - Date.parse(failingSince) < retryingMs ? 'retrying' : 'failing';
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const state = useWebhookState(webhook);
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
