import type { WebhookDelivery } from '@drover/sdk';
import { Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/display/relative-time';
import { type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import { DeliveryDetails } from './delivery-details';
import { DeliveryResponse, DeliveryState } from './webhook-states';

interface Props {
  webhookId: string;
  deliveries: WebhookDelivery[];
}

/** The deliveries of a webhook. Each opens its request and response. */
export function DeliveryTable({ webhookId, deliveries }: Props) {
  const { t } = useTranslation('webhooks');
  const [openId, setOpenId] = useState<string>();
  const open = deliveries.find(({ _id }) => _id === openId);
  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'event',
      header: t('event'),
      width: 'minmax(0, 1.4fr)',
      cell: ({ _id, type }) => (
        <UnstyledButton
          className={rowLinkClass}
          fz="sm"
          aria-label={t('open', { type })}
          onClick={() => setOpenId(_id)}
        >
          {type}
        </UnstyledButton>
      ),
    },
    {
      key: 'state',
      header: t('state'),
      width: 'minmax(5.5rem, 0.8fr)',
      cell: ({ state }) => <DeliveryState state={state} />,
    },
    {
      key: 'answer',
      header: t('response'),
      width: 'minmax(0, 1.8fr)',
      isHiddenOnMobile: true,
      cell: (delivery) => (
        <Text size="sm" truncate title={delivery.error ?? undefined}>
          <DeliveryResponse delivery={delivery} />
        </Text>
      ),
    },
    {
      key: 'attempts',
      header: t('attempts'),
      width: '4rem',
      isHiddenOnMobile: true,
      cell: ({ attempts }) => attempts,
    },
    {
      key: 'when',
      header: t('created'),
      width: 'minmax(5rem, 0.8fr)',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
  return (
    <>
      <VirtualTable label={t('deliveries')} rows={deliveries} columns={columns} getKey={({ _id }) => _id} />
      {open && <DeliveryDetails webhookId={webhookId} delivery={open} onClose={() => setOpenId(undefined)} />}
    </>
  );
}
