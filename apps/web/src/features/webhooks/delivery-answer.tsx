import type { WebhookDelivery } from '@drover/sdk';
import { useTranslation } from 'react-i18next';

export function DeliveryAnswer({ delivery: { error, response, durationMs } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation();
  if (error) return error;
  return response ? t('webhooks.took', { status: response.status, ms: durationMs }) : null;
}
