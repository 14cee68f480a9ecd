import type { WebhookDelivery } from '@drover/sdk';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { webhookQueries } from '../../queries/webhooks';
import { Facts } from '../../ui/facts';
import { RepeatIcon } from '../../ui/icons';
import { RelativeTime } from '../../ui/relative-time';
import { useShowFailure } from '../../ui/show-failure';
import classes from './payload.module.css';
import { DeliveryAnswer, DeliveryState } from './states';

interface Props {
  webhookId: string;
  delivery: WebhookDelivery;
  onClose: () => void;
}

/** The last request of a delivery and its answer. */
export function DeliveryDetails({ webhookId, delivery, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const showFailure = useShowFailure();
  const resend = useMutation({
    mutationFn: () => drover.webhooks.resendDelivery(webhookId, delivery._id),
    onSuccess: () => {
      notifications.show({ message: t('webhooks.resent') });
      void client.invalidateQueries(webhookQueries.deliveries(webhookId));
    },
    onError: showFailure,
  });
  const { request, response, nextAttemptAt } = delivery;
  return (
    <Modal opened onClose={onClose} size="xl" title={delivery.type}>
      <Stack gap="md">
        <Facts
          facts={[
            [t('webhooks.state'), <DeliveryState key="state" state={delivery.state} />],
            [t('webhooks.attempts'), delivery.attempts],
            [t('webhooks.answer'), <DeliveryAnswer key="answer" delivery={delivery} />],
            ...(nextAttemptAt
              ? [[t('webhooks.next'), <RelativeTime key="next" at={nextAttemptAt} />] as [string, ReactNode]]
              : []),
            [t('webhooks.id'), delivery._id],
          ]}
        />
        <Payload title={t('webhooks.request')} {...request} />
        {response && <Payload title={t('webhooks.response')} {...response} />}
        <Group justify="flex-end">
          <Button
            variant="default"
            leftSection={<RepeatIcon size={16} />}
            loading={resend.isPending}
            onClick={() => resend.mutate()}
          >
            {t('webhooks.resend')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Payload({ title, headers, body }: { title: string } & WebhookDelivery['request']) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = [lines.join('\n'), indented(body)].filter(Boolean).join('\n\n');
  if (!text) return null;
  return (
    <div>
      <Text size="sm" fw={550} mb={6}>
        {title}
      </Text>
      <pre className={classes.text} tabIndex={0} role="group" aria-label={title}>
        {text}
      </pre>
    </div>
  );
}

/** JSON in lines, as far as it is whole. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
