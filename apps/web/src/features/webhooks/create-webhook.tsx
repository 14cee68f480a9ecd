import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { PlusIcon } from '../../ui/icons';
import { WebhookDialog } from './webhook-dialog';
import { WebhookSecretDialog } from './webhook-secret';

const blank = { url: '', name: null, events: 'all' } as const;

export function CreateWebhook() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <Button leftSection={<PlusIcon size={16} />} onClick={() => setOpen(true)}>
        {t('webhooks.create')}
      </Button>
      {isOpen && (
        <WebhookDialog
          title={t('webhooks.create')}
          action={t('webhooks.createDo')}
          fields={blank}
          save={async ({ name, ...fields }) => {
            const created = await drover.webhooks.create({ ...fields, ...(name && { name }) });
            setSecret(created.secret);
          }}
          onClose={() => setOpen(false)}
        />
      )}
      {secret && <WebhookSecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
