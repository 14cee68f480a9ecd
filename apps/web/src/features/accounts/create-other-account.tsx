import '@mantine/core/styles/PasswordInput.css';
import { LIMITS } from '@drover/contract/limits';
import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { CountedInput, isWithin } from '../../ui/counted-input';
import { FormDialog } from '../../ui/form-dialog';
import { PlusIcon } from '../../ui/icons';

/** Makes an account for somebody else, as an administrator may. */
export function CreateOtherAccount() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<PlusIcon size={16} />} onClick={() => setOpen(true)}>
        {t('settings.account.create')}
      </Button>
      {isOpen && <CreateDialog onClose={() => setOpen(false)} />}
    </>
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
      <TextInput
        label={t('accounts.email')}
        type="email"
        autoComplete="off"
        required
        withAsterisk={false}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('accounts.password')}
        description={t('accounts.passwordHelp', { min: LIMITS.passwordCharsMin })}
        autoComplete="new-password"
        required
        withAsterisk={false}
        minLength={LIMITS.passwordCharsMin}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
