import type { WebhookDelivery } from '@drover/sdk';
import { Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/relative-time';
import { rowLinkClass, VirtualTable, type Column } from '../../ui/virtual-table';
import { DeliveryDetails } from './delivery-details';
import { DeliveryAnswer, DeliveryState } from './states';

interface Props {
  webhookId: string;
  deliveries: WebhookDelivery[];
}

/** What a webhook was told; each opens what was sent and what was answered. */
export function DeliveryTable({ webhookId, deliveries }: Props) {
  const { t } = useTranslation();
  const [openId, setOpenId] = useState<string>();
  const open = deliveries.find(({ _id }) => _id === openId);
  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'event',
      header: t('webhooks.event'),
      track: 'minmax(0, 1.4fr)',
      cell: ({ _id, type }) => (
        <UnstyledButton
          className={rowLinkClass}
          fz="sm"
          aria-label={t('webhooks.open', { type })}
          onClick={() => setOpenId(_id)}
        >
          {type}
        </UnstyledButton>
      ),
    },
    {
      key: 'state',
      header: t('webhooks.state'),
      track: 'minmax(5.5rem, 0.8fr)',
      cell: ({ state }) => <DeliveryState state={state} />,
    },
    {
      key: 'answer',
      header: t('webhooks.answer'),
      track: 'minmax(0, 1.8fr)',
      isExtra: true,
      cell: (delivery) => (
        <Text size="sm" truncate title={delivery.error ?? undefined}>
          <DeliveryAnswer delivery={delivery} />
        </Text>
      ),
    },
    {
      key: 'attempts',
      header: t('webhooks.attempts'),
      track: '4rem',
      isExtra: true,
      cell: ({ attempts }) => attempts,
    },
    {
      key: 'when',
      header: t('webhooks.when'),
      track: 'minmax(5rem, 0.8fr)',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
  return (
    <>
      <VirtualTable
        label={t('webhooks.deliveries')}
        rows={deliveries}
        columns={columns}
        keyOf={({ _id }) => _id}
      />
      {open && <DeliveryDetails webhookId={webhookId} delivery={open} onClose={() => setOpenId(undefined)} />}
    </>
  );
}
