import type { Webhook, WebhookDelivery } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { StateSign } from '../../ui/state-sign';

const webhookTones = { enabled: 'good', failing: 'bad', disabled: 'quiet' } as const;

export function WebhookState({ webhook: { isEnabled, failingSince } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const state = !isEnabled ? 'disabled' : failingSince ? 'failing' : 'enabled';
  return <StateSign tone={webhookTones[state]}>{t(`webhooks.states.${state}`)}</StateSign>;
}

const deliveryTones = { pending: 'wait', delivered: 'good', failed: 'bad' } as const;

export function DeliveryState({ state }: Pick<WebhookDelivery, 'state'>) {
  const { t } = useTranslation();
  return <StateSign tone={deliveryTones[state]}>{t(`webhooks.deliveryStates.${state}`)}</StateSign>;
}

/** What came back, or why nothing did. */
export function DeliveryAnswer({ delivery: { error, response, durationMs } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation();
  if (error) return error;
  return response ? t('webhooks.took', { status: response.status, ms: durationMs }) : null;
}
