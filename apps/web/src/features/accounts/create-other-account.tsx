import { LIMITS } from '@drover/contract/limits';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';
import { EmailField, PasswordField } from './account-fields';

/** Lets an administrator create an account for someone else. */
export function CreateOtherAccount() {
  const { t } = useTranslation('settings');
  return (
    <DialogButton label={t('account.create')} variant="default">
      {(close) => <CreateDialog onClose={close} />}
    </DialogButton>
  );
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['settings', 'accounts']);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const create = useMutation({
    mutationFn: () => drover.accounts.create({ email, password, name: name.trim() || undefined }),
    onSuccess: () => {
      notifications.show({ message: t('account.created', { email }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('account.create')}
      action={t('account.createDo')}
      isValid={isWithinLimit(name.trim(), LIMITS.accountNameChars)}
      mutation={create}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('account.createText')}
      </Text>
      <CountedInput
        label={t('accounts:name')}
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
