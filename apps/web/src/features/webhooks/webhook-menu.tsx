import type { Webhook } from '@drover/sdk';
import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { drover } from '../../lib/drover';
import { webhookQueries } from '../../queries/webhooks';
import { Confirm } from '../../ui/confirm';
import { EditIcon, KeyIcon, MoreIcon, StopIcon, TrashIcon } from '../../ui/icons';
import { WebhookDialog } from './webhook-dialog';
import { WebhookSecretDialog } from './webhook-secret';

interface Props {
  webhook: Webhook;
  onDisable: () => void;
}

/** What can be done with a webhook beside testing and enabling it. */
export function WebhookMenu({ webhook, onDisable }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'remove' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu width={210} position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('webhooks.actions')}>
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<EditIcon size={16} />} onClick={() => setOpen('edit')}>
            {t('webhooks.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<KeyIcon size={16} />} onClick={() => setOpen('rotate')}>
            {t('webhooks.rotate')}
          </Menu.Item>
          {webhook.isEnabled && (
            <Menu.Item leftSection={<StopIcon size={16} />} onClick={onDisable}>
              {t('webhooks.disable')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<TrashIcon size={16} />}
            onClick={() => setOpen('remove')}
          >
            {t('webhooks.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'edit' && (
        <WebhookDialog
          title={t('webhooks.editTitle')}
          action={t('webhooks.save')}
          fields={webhook}
          save={(fields) => drover.webhooks.update(webhook._id, fields)}
          onClose={close}
        />
      )}
      <RotateSecret webhookId={webhook._id} isOpen={open === 'rotate'} onClose={close} />
      <RemoveWebhook webhookId={webhook._id} isOpen={open === 'remove'} onClose={close} />
    </>
  );
}

interface ConfirmProps {
  webhookId: string;
  isOpen: boolean;
  onClose: () => void;
}

function RotateSecret({ webhookId, isOpen, onClose }: ConfirmProps) {
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

function RemoveWebhook({ webhookId, isOpen, onClose }: ConfirmProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => drover.webhooks.remove(webhookId),
    onSuccess: async () => {
      await navigate('/settings/webhooks');
      client.removeQueries({ queryKey: ['webhooks', webhookId] });
      void client.invalidateQueries(webhookQueries.list());
      notifications.show({ message: t('webhooks.removed') });
    },
  });
  return (
    <Confirm
      isOpen={isOpen}
      title={t('webhooks.removeTitle')}
      text={t('webhooks.removeText')}
      action={t('webhooks.remove')}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
