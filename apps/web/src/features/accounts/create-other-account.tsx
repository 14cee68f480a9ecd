import { LIMITS } from '@drover/contract/limits';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { CountedInput, isWithin } from '../../ui/counted-input';
import { DialogButton } from '../../ui/dialog-button';
import { FormDialog } from '../../ui/form-dialog';
import { EmailField, PasswordField } from './account-fields';

/** Makes an account for somebody else, as an administrator may. */
export function CreateOtherAccount() {
  const { t } = useTranslation();
  return (
    <DialogButton label={t('settings.account.create')} variant="default">
      {(close) => <CreateDialog onClose={close} />}
    </DialogButton>
  );
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const create = useMutation({
    mutationFn: () => drover.accounts.create({ email, password, name: name.trim() || undefined }),
    onSuccess: () => {
      notifications.show({ message: t('settings.account.created', { email }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('settings.account.create')}
      action={t('settings.account.createDo')}
      isValid={isWithin(name.trim(), LIMITS.accountNameChars)}
      save={create}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('settings.account.createText')}
      </Text>
      <CountedInput
        label={t('accounts.name')}
        autoComplete="off"
        limit={LIMITS.accountNameChars}
        value={name}
        onChange={setName}
        data-autofocus
      />
      <EmailField autoComplete="off" value={email} onChange={setEmail} />
      <PasswordField isNew value={password} onChange={setPassword} />
    </FormDialog>
  );
}
