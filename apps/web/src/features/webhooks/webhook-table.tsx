import type { Webhook } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/relative-time';
import { rowLinkClass, VirtualTable, type Column } from '../../ui/virtual-table';
import { WebhookState } from './states';

export function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  const { t } = useTranslation();
  const columns: Column<Webhook>[] = [
    {
      key: 'name',
      header: t('webhooks.name'),
      track: 'minmax(0, 2fr)',
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
      header: t('webhooks.eventsField'),
      track: 'minmax(0, 1.6fr)',
      isExtra: true,
      cell: ({ events }) => (
        <Text size="sm" truncate>
          {events === 'all' ? t('webhooks.all') : events.join(', ')}
        </Text>
      ),
    },
    {
      key: 'state',
      header: t('webhooks.state'),
      track: 'minmax(5.5rem, 0.7fr)',
      cell: (webhook) => <WebhookState webhook={webhook} />,
    },
    {
      key: 'created',
      header: t('webhooks.when'),
      track: 'minmax(0, 0.7fr)',
      isExtra: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
  return (
    <VirtualTable label={t('webhooks.title')} rows={webhooks} columns={columns} keyOf={({ _id }) => _id} />
  );
}
