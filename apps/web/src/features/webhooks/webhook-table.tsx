import type { Webhook } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/display/relative-time';
import { type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import { WebhookState } from './webhook-states';

export function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  const { t } = useTranslation('webhooks');
  const columns: Column<Webhook>[] = [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 2fr)',
      cell: ({ _id, name, url }) => (
        <div style={{ minWidth: 0 }}>
          <Link to={`/settings/webhooks/${_id}`} className={rowLinkClass}>
            {name ?? url}
          </Link>
          {name && (
            <Text size="xs" c="dimmed" truncate title={url}>
              {url}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'events',
      header: t('eventsField'),
      width: 'minmax(0, 1.6fr)',
      isHiddenOnMobile: true,
      cell: ({ events }) => (
        <Text size="sm" truncate>
          {events === 'all' ? t('all') : events.join(', ')}
        </Text>
      ),
    },
    {
      key: 'state',
      header: t('state'),
      width: 'minmax(5.5rem, 0.7fr)',
      cell: (webhook) => <WebhookState webhook={webhook} />,
    },
    {
      key: 'created',
      header: t('created'),
      width: 'minmax(0, 0.7fr)',
      isHiddenOnMobile: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
  return <VirtualTable label={t('title')} rows={webhooks} columns={columns} getKey={({ _id }) => _id} />;
}
