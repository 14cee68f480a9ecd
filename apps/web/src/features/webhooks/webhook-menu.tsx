import type { Webhook } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { webhookQueries } from '../../queries/webhooks';
import { Confirm } from '../../ui/confirm';
import { EditIcon, KeyIcon, StopIcon } from '../../ui/icons';
import { RecordMenu } from '../../ui/record-menu';
import { WebhookDialog } from './webhook-dialog';
import { WebhookSecretDialog } from './webhook-secret';

interface Props {
  webhook: Webhook;
  onDisable: () => void;
}

/** What can be done with a webhook beside testing and enabling it. */
export function WebhookMenu({ webhook, onDisable }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'rotate' | null>(null);
  const close = () => setOpen(null);
  const { _id, isEnabled } = webhook;
  return (
    <>
      <RecordMenu
        label={t('webhooks.actions')}
        items={[
          { label: t('webhooks.edit'), Icon: EditIcon, onClick: () => setOpen('edit') },
          { label: t('webhooks.rotate'), Icon: KeyIcon, onClick: () => setOpen('rotate') },
          isEnabled && { label: t('webhooks.disable'), Icon: StopIcon, onClick: onDisable },
        ]}
        removal={{
          label: t('webhooks.remove'),
          title: t('webhooks.removeTitle'),
          text: t('webhooks.removeText'),
          action: t('webhooks.remove'),
          done: t('webhooks.removed'),
          run: () => drover.webhooks.remove(_id),
          onDone: async () => {
            await navigate('/settings/webhooks');
            client.removeQueries({ queryKey: ['webhooks', _id] });
            void client.invalidateQueries(webhookQueries.list());
          },
        }}
      />
      {open === 'edit' && (
        <WebhookDialog
          title={t('webhooks.editTitle')}
          action={t('webhooks.save')}
          fields={webhook}
          save={(fields) => drover.webhooks.update(_id, fields)}
          onClose={close}
        />
      )}
      <RotateSecret webhookId={_id} isOpen={open === 'rotate'} onClose={close} />
    </>
  );
}

interface RotateProps {
  webhookId: string;
  isOpen: boolean;
  onClose: () => void;
}

function RotateSecret({ webhookId, isOpen, onClose }: RotateProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => drover.webhooks.rotateSecret(webhookId),
    onSuccess: () => {
      onClose();
      void client.invalidateQueries(webhookQueries.detail(webhookId));
    },
  });
  return (
    <>
      <Confirm
        isOpen={isOpen}
        title={t('webhooks.rotateTitle')}
        text={t('webhooks.rotateText')}
        action={t('webhooks.rotate')}
        isHarmless
        isPending={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate()}
        onClose={onClose}
      />
      {rotate.data && <WebhookSecretDialog secret={rotate.data.secret} onClose={() => rotate.reset()} />}
    </>
  );
}
