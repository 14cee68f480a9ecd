import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateWebhook } from '../../features/webhooks/create-webhook';
import { WebhookTable } from '../../features/webhooks/webhook-table';
import { webhookQueries } from '../../queries/webhooks';
import { EmptyState } from '../../ui/empty-state';
import { BoltIcon } from '../../ui/icons';
import { List } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';

export function WebhooksPage() {
  const { t } = useTranslation();
  const query = useQuery(webhookQueries.list());
  const empty = (
    <EmptyState icon={<BoltIcon size={26} />} title={t('webhooks.empty')}>
      {t('webhooks.emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('webhooks.title')} actions={<CreateWebhook />}>
        {t('webhooks.summary')}
      </PageHeader>
      <List query={query} empty={empty}>
        {(webhooks) => <WebhookTable webhooks={webhooks} />}
      </List>
    </>
  );
}
