import type { Passkey } from '@drover/sdk';
import { LIMITS } from '@drover/contract/limits';
import { Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { passkeyQueries } from '../../queries/second-factor';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';
import { Section } from '../../ui/layout/section';
import { QueryResult } from '../../ui/lists/query-result';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';
import { CurrentPasswordField } from './current-password-field';
import { createPasskey, supportsPasskeys } from './browser-passkeys';
import { PasswordDialog } from './password-dialog';
import { RecoveryCodesDialog } from './set-up-second-factor';
import { useSignInColumns } from './sign-in-columns';

/** Lists the person's passkeys on the account page, and adds and removes them. */
export function PasskeySection() {
  const { t } = useTranslation('second-factor');
  const client = useQueryClient();
  const passkeys = useQuery(passkeyQueries.list());
  const [codes, setCodes] = useState<string[]>([]);
  return (
    <Section title={t('passkeys')}>
      <Text size="sm" c="dimmed" mb="md">
        {t(supportsPasskeys() ? 'passkeysText' : 'passkeysUnsupported')}
      </Text>
      <QueryResult query={passkeys} rows={1}>
        {({ items }) => items.length > 0 && <PasskeyTable passkeys={items} />}
      </QueryResult>
      {supportsPasskeys() && (
        <DialogButton label={t('addPasskey')}>
          {(close) => (
            <AddDialog
              onClose={close}
              onDone={(recoveryCodes) => {
                close();
                setCodes(recoveryCodes);
                void client.invalidateQueries();
              }}
            />
          )}
        </DialogButton>
      )}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </Section>
  );
}

function AddDialog({ onClose, onDone }: { onClose: () => void; onDone: (codes: string[]) => void }) {
  const { t } = useTranslation('second-factor');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const create = useMutation({
    mutationFn: async () => {
      const { options } = await drover.passkeys.createOptions({ currentPassword: password });
      return drover.passkeys.create({ name: name.trim(), credential: await createPasskey(options) });
    },
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  const isValid = name.trim() !== '' && isWithinLimit(name.trim(), LIMITS.passkeyNameChars);
  return (
    <FormDialog
      title={t('addPasskey')}
      action={t('next')}
      isValid={isValid}
      mutation={create}
      onClose={onClose}
    >
      <CountedInput
        label={t('passkeyName')}
        description={t('passkeyNameHelp')}
        limit={LIMITS.passkeyNameChars}
        value={name}
        onChange={setName}
        data-autofocus
      />
      <CurrentPasswordField value={password} onChange={setPassword} />
    </FormDialog>
  );
}

function PasskeyTable({ passkeys }: { passkeys: Passkey[] }) {
  const { t } = useTranslation('second-factor');
  const [removing, setRemoving] = useState<Passkey>();
  const last = useSignInColumns<Passkey>({
    label: ({ name }) => t('removePasskey', { name }),
    onClick: setRemoving,
  });
  const columns: Column<Passkey>[] = [
    {
      key: 'name',
      header: t('passkeyName'),
      width: 'minmax(0, 2fr)',
      cell: ({ name }) => (
        <Text size="sm" fw={550} truncate title={name}>
          {name}
        </Text>
      ),
    },
    ...last,
  ];
  return (
    <>
      <VirtualTable label={t('passkeys')} rows={passkeys} columns={columns} getKey={({ _id }) => _id} />
      {removing && <RemoveDialog passkey={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('second-factor');
  const client = useQueryClient();
  return (
    <PasswordDialog
      title={t('removePasskey', { name: passkey.name })}
      text={t('removePasskeyText')}
      action={t('remove')}
      run={(confirmation) => drover.passkeys.remove(passkey._id, confirmation)}
      onDone={() => {
        onClose();
        void client.invalidateQueries();
      }}
      onClose={onClose}
    />
  );
}
