import type { CreatedRepository } from '@drover/sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { HookSecretDialog } from './hook-secret-dialog';
import { RepositoryDialog } from './repository-dialog';

export function ConnectRepository() {
  const { t } = useTranslation('repositories');
  const [created, setCreated] = useState<CreatedRepository>();
  return (
    <>
      <DialogButton label={t('create')}>
        {(close) => (
          <RepositoryDialog
            title={t('create')}
            action={t('createDo')}
            fields={{ name: '', url: '' }}
            save={async (fields) => setCreated(await drover.repositories.create(fields))}
            onClose={close}
          />
        )}
      </DialogButton>
      {created && <HookSecretDialog {...created} onClose={() => setCreated(undefined)} />}
    </>
  );
}
