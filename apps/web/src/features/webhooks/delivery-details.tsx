import type { WebhookDelivery } from '@drover/sdk';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { webhookQueries } from '../../queries/webhooks';
import { RepeatIcon } from '../../ui/display/icons';
import { RelativeTime } from '../../ui/display/relative-time';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { DescriptionList } from '../../ui/layout/description-list';
import classes from './payload.module.css';
import { DeliveryResponse, DeliveryState } from './webhook-states';

interface Props {
  webhookId: string;
  delivery: WebhookDelivery;
  onClose: () => void;
}

/** The last request of a delivery and its response. */
export function DeliveryDetails({ webhookId, delivery, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const showError = useErrorNotification();
  const resend = useMutation({
    mutationFn: () => drover.webhooks.resendDelivery(webhookId, delivery._id),
    onSuccess: () => {
      notifications.show({ message: t('resent') });
      void client.invalidateQueries(webhookQueries.deliveries(webhookId));
    },
    onError: showError,
  });
  const { request, response, nextAttemptAt } = delivery;
  return (
    <Modal opened onClose={onClose} size="xl" title={delivery.type}>
      <Stack gap="md">
        <DescriptionList
          items={[
            [t('state'), <DeliveryState key="state" state={delivery.state} />],
            [t('attempts'), delivery.attempts],
            [t('response'), <DeliveryResponse key="answer" delivery={delivery} />],
            ...(nextAttemptAt
              ? [[t('next'), <RelativeTime key="next" at={nextAttemptAt} />] as [string, ReactNode]]
              : []),
            [t('id'), delivery._id],
          ]}
        />
        <Payload title={t('request')} {...request} />
        {response && <Payload title={t('response')} {...response} />}
        <Group justify="flex-end">
          <Button
            variant="default"
            leftSection={<RepeatIcon size={16} />}
            loading={resend.isPending}
            onClick={() => resend.mutate()}
          >
            {t('resend')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Payload({ title, headers, body }: { title: string } & WebhookDelivery['request']) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = [lines.join('\n'), formatBody(body)].filter(Boolean).join('\n\n');
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

/** Indents JSON. Other text, such as truncated JSON, stays as it is. */
function formatBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
