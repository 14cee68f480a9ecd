import type { Webhook } from '@drover/sdk';
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { DeliveryTable } from '../../features/webhooks/delivery-table';
import { WebhookState } from '../../features/webhooks/states';
import { WebhookMenu } from '../../features/webhooks/webhook-menu';
import { drover } from '../../lib/drover';
import { exactTime } from '../../lib/time';
import { webhookQueries } from '../../queries/webhooks';
import { EmptyState } from '../../ui/empty-state';
import { BoltIcon, PlayIcon } from '../../ui/icons';
import { PagedList } from '../../ui/loaded';
import { PageFailure } from '../../ui/page-failure';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';
import { useShowFailure } from '../../ui/show-failure';

export function WebhookPage() {
  const { webhookId = '' } = useParams();
  const webhook = useQuery(webhookQueries.detail(webhookId));
  if (webhook.data) return <WebhookDetails webhook={webhook.data} />;
  if (webhook.isError) return <PageFailure error={webhook.error} onRetry={() => void webhook.refetch()} />;
  return <RowsLoading />;
}

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const showFailure = useShowFailure();
  const { _id, name, url, events } = webhook;
  const refresh = () => client.invalidateQueries({ queryKey: ['webhooks'] });
  const enable = useMutation({
    mutationFn: (isEnabled: boolean) => drover.webhooks.update(_id, { isEnabled }),
    onSuccess: refresh,
    onError: showFailure,
  });
  const test = useMutation({
    mutationFn: () => drover.webhooks.sendTest(_id),
    onSuccess: () => {
      notifications.show({ message: t('webhooks.tested') });
      void refresh();
    },
    onError: showFailure,
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
              {t('webhooks.test')}
            </Button>
            <WebhookMenu webhook={webhook} onDisable={() => enable.mutate(false)} />
          </>
        }
      >
        <Group gap="xs" component="span">
          <WebhookState webhook={webhook} />
          {name && <span style={{ overflowWrap: 'anywhere' }}>{url}</span>}
          <span>{events === 'all' ? t('webhooks.all') : events.join(', ')}</span>
        </Group>
      </PageHeader>
      <Stack gap="md">
        <WebhookNotice webhook={webhook} isEnabling={enable.isPending} onEnable={() => enable.mutate(true)} />
        <Title order={2} size="h4">
          {t('webhooks.deliveries')}
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

/** What whoever has this webhook has to know. */
function WebhookNotice({ webhook, isEnabling, onEnable }: NoticeProps) {
  const { t, i18n } = useTranslation();
  const { isEnabled, disabledReason, failingSince, oldSecretUntil } = webhook;
  const time = (at: string) => ({ time: exactTime(at, i18n.language) });
  if (!isEnabled) {
    return (
      <Alert variant="light" color={disabledReason ? 'red' : 'gray'} title={t('webhooks.disabledTitle')}>
        <Text size="sm" mb="sm">
          {disabledReason && `${t('webhooks.disabledBy', { reason: disabledReason })} `}
          {t('webhooks.disabledText')}
        </Text>
        <Button size="xs" loading={isEnabling} onClick={onEnable}>
          {t('webhooks.enable')}
        </Button>
      </Alert>
    );
  }
  return (
    <>
      {failingSince && (
        <Alert variant="light" color="red">
          {t('webhooks.failing', time(failingSince))}
        </Alert>
      )}
      {oldSecretUntil && (
        <Alert variant="light" color="gray">
          {t('webhooks.oldSecret', time(oldSecretUntil))}
        </Alert>
      )}
    </>
  );
}

function Deliveries({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(webhookQueries.deliveries(webhookId));
  const empty = (
    <EmptyState icon={<BoltIcon size={26} />} title={t('webhooks.none')}>
      {t('webhooks.noneText')}
    </EmptyState>
  );
  return (
    <PagedList query={query} empty={empty}>
      {(deliveries) => <DeliveryTable webhookId={webhookId} deliveries={deliveries} />}
    </PagedList>
  );
}
