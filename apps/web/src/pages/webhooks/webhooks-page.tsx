import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateWebhook } from '../../features/webhooks/create-webhook';
import { WebhookTable } from '../../features/webhooks/webhook-table';
import { webhookQueries } from '../../queries/webhooks';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { BoltIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';

export function WebhooksPage() {
  const { t } = useTranslation();
  const { data, isPending, isError, error, refetch } = useQuery(webhookQueries.list());
  return (
    <>
      <PageHeader title={t('webhooks.title')} actions={<CreateWebhook />}>
        {t('webhooks.summary')}
      </PageHeader>
      {isPending && <RowsLoading />}
      {isError && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && (
        <EmptyState icon={<BoltIcon size={26} />} title={t('webhooks.empty')}>
          {t('webhooks.emptyText')}
        </EmptyState>
      )}
      {data && data.count > 0 && <WebhookTable webhooks={data.items} />}
    </>
  );
}
