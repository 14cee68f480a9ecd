import type { Webhook } from '@drover/sdk';
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { DeliveryTable } from '../../features/webhooks/delivery-table';
import { WebhookMenu } from '../../features/webhooks/webhook-menu';
import { webhookStateOf } from '../../features/webhooks/webhook-state';
import { WebhookState } from '../../features/webhooks/webhook-states';
import { drover } from '../../lib/drover';
import { formatExactTime } from '../../lib/time';
import { webhookQueries } from '../../queries/webhooks';
import { BoltIcon, PlayIcon } from '../../ui/display/icons';
import { useCurrentTime } from '../../ui/display/relative-time';
import { useReasonText } from '../../ui/display/use-reason-text';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { PagedList } from '../../ui/lists/query-result';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';

export function WebhookPage() {
  const { webhookId = '' } = useParams();
  const webhook = useQuery(webhookQueries.detail(webhookId));
  if (webhook.data) return <WebhookDetails webhook={webhook.data} />;
  if (webhook.isError) return <PageError error={webhook.error} onRetry={() => void webhook.refetch()} />;
  return <SkeletonRows />;
}

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const showError = useErrorNotification();
  const { _id, name, url, events } = webhook;
  const refresh = () => client.invalidateQueries({ queryKey: ['webhooks'] });
  const enable = useMutation({
    mutationFn: (isEnabled: boolean) => drover.webhooks.update(_id, { isEnabled }),
    onSuccess: refresh,
    onError: showError,
  });
  const test = useMutation({
    mutationFn: () => drover.webhooks.sendTest(_id),
    onSuccess: () => {
      notifications.show({ message: t('tested') });
      void refresh();
    },
    onError: showError,
  });
  return (
    <>
      <PageHeader
        title={name ?? url}
        actions={
          <>
            <Button
              leftSection={<PlayIcon size={16} />}
              variant="default"
              loading={test.isPending}
              onClick={() => test.mutate()}
            >
              {t('test')}
            </Button>
            <WebhookMenu webhook={webhook} onDisable={() => enable.mutate(false)} />
          </>
        }
      >
        <Group gap="xs" component="span">
          <WebhookState webhook={webhook} />
          {name && <span style={{ overflowWrap: 'anywhere' }}>{url}</span>}
          <span>{events === 'all' ? t('all') : events.join(', ')}</span>
        </Group>
      </PageHeader>
      <Stack gap="md">
        <WebhookNotice webhook={webhook} isEnabling={enable.isPending} onEnable={() => enable.mutate(true)} />
        <Title order={2} size="h4">
          {t('deliveries')}
        </Title>
        <Deliveries webhookId={_id} />
      </Stack>
    </>
  );
}

interface NoticeProps {
  webhook: Webhook;
  isEnabling: boolean;
  onEnable: () => void;
}

/** Explains why a webhook is disabled or failing, and when its old secret expires. */
function WebhookNotice({ webhook, isEnabling, onEnable }: NoticeProps) {
  const { t, i18n } = useTranslation('webhooks');
  const reasonText = useReasonText();
  const state = webhookStateOf(webhook, useCurrentTime());
  const { isEnabled, disabledReason, failingSince, oldSecretUntil } = webhook;
  const time = (at: string) => ({ time: formatExactTime(at, i18n.language) });
  if (!isEnabled) {
    return (
      <Alert variant="light" color={disabledReason ? 'red' : 'gray'} title={t('disabledTitle')}>
        <Text size="sm" mb="sm">
          {disabledReason && `${t('disabledBy', { reason: reasonText(disabledReason) })} `}
          {t('disabledText')}
        </Text>
        <Button size="xs" loading={isEnabling} onClick={onEnable}>
          {t('enable')}
        </Button>
      </Alert>
    );
  }
  return (
    <>
      {failingSince && (
        <Alert variant="light" color={state === 'failing' ? 'red' : 'yellow'}>
          {t(state === 'failing' ? 'failing' : 'retrying', time(failingSince))}
        </Alert>
      )}
      {oldSecretUntil && (
        <Alert variant="light" color="gray">
          {t('oldSecret', time(oldSecretUntil))}
        </Alert>
      )}
    </>
  );
}

function Deliveries({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation('webhooks');
  const query = useInfiniteQuery(webhookQueries.deliveries(webhookId));
  const empty = (
    <EmptyState icon={<BoltIcon size={26} />} title={t('none')}>
      {t('noneText')}
    </EmptyState>
  );
  return (
    <PagedList query={query} empty={empty}>
      {(deliveries) => <DeliveryTable webhookId={webhookId} deliveries={deliveries} />}
    </PagedList>
  );
}
