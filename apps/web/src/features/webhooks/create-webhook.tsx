import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { WebhookDialog } from './webhook-dialog';
import { WebhookSecretDialog } from './webhook-secret';

const blank = { url: '', name: null, events: 'all' } as const;

export function CreateWebhook() {
  const { t } = useTranslation('webhooks');
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <DialogButton label={t('create')}>
        {(close) => (
          <WebhookDialog
            title={t('create')}
            action={t('createDo')}
            fields={blank}
            save={async ({ name, ...fields }) => {
              const created = await drover.webhooks.create({ ...fields, ...(name && { name }) });
              setSecret(created.secret);
            }}
            onClose={close}
          />
        )}
      </DialogButton>
      {secret && <WebhookSecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
