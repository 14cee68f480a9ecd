import type { Webhook } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { webhookQueries } from '../../queries/webhooks';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog';
import { EditIcon, KeyIcon, StopIcon } from '../../ui/display/icons';
import { RecordMenu } from '../../ui/lists/record-menu';
import { WebhookDialog } from './webhook-dialog';
import { WebhookSecretDialog } from './webhook-secret';

interface Props {
  webhook: Webhook;
  onDisable: () => void;
}

/** The further actions of a webhook. */
export function WebhookMenu({ webhook, onDisable }: Props) {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'rotate' | null>(null);
  const close = () => setOpen(null);
  const { _id, isEnabled } = webhook;
  return (
    <>
      <RecordMenu
        label={t('actions')}
        items={[
          { label: t('edit'), Icon: EditIcon, onClick: () => setOpen('edit') },
          { label: t('rotate'), Icon: KeyIcon, onClick: () => setOpen('rotate') },
          isEnabled && { label: t('disable'), Icon: StopIcon, onClick: onDisable },
        ]}
        removal={{
          label: t('remove'),
          title: t('removeTitle'),
          text: t('removeText'),
          action: t('remove'),
          done: t('removed'),
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
          title={t('editTitle')}
          action={t('save')}
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
  const { t } = useTranslation('webhooks');
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
      <ConfirmDialog
        isOpen={isOpen}
        title={t('rotateTitle')}
        text={t('rotateText')}
        action={t('rotate')}
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
