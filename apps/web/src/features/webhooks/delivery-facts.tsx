import type { WebhookDelivery } from '@drover/sdk';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function DeliveryAnswer({ delivery: { error, response, durationMs } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation();
  if (error) return error;
  return response ? t('webhooks.took', { status: response.status, ms: durationMs }) : null;
}

const colors = { pending: 'yellow', delivered: 'teal', failed: 'red' };

export function DeliveryState({ state }: Pick<WebhookDelivery, 'state'>) {
  const { t } = useTranslation();
  return (
    <Badge size="sm" variant="light" color={colors[state]} tt="none" fw={550}>
      {t(`webhooks.deliveryStates.${state}`)}
    </Badge>
  );
}
