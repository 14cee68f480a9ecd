import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateWebhook } from '../../features/webhooks/create-webhook';
import { WebhookTable } from '../../features/webhooks/webhook-table';
import { webhookQueries } from '../../queries/webhooks';
import { BoltIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';

export function WebhooksPage() {
  const { t } = useTranslation('webhooks');
  const query = useQuery(webhookQueries.list());
  const empty = (
    <EmptyState icon={<BoltIcon size={26} />} title={t('empty')}>
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={<CreateWebhook />}>
        {t('summary')}
      </PageHeader>
      <List query={query} empty={empty}>
        {(webhooks) => <WebhookTable webhooks={webhooks} />}
      </List>
    </>
  );
}
