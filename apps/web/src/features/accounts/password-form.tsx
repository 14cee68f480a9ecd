import '@mantine/core/styles/PasswordInput.css';
import { LIMITS } from '@drover/contract/limits';
import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { useErrorText } from '../../ui/failure';

/** A new password, for who knows the present one. */
export function PasswordForm({ email }: { email: string }) {
  const { t } = useTranslation();
  const textOf = useErrorText();
  const [currentPassword, setCurrentPassword] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => drover.accounts.update({ password, currentPassword }),
    onSuccess: () => {
      setCurrentPassword('');
      setPassword('');
      notifications.show({ message: t('settings.account.passwordChanged') });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change.isPending) change.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md" align="stretch">
        {/* Tells password managers whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label={t('settings.account.currentPassword')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={currentPassword}
          onChange={(event) => setCurrentPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('settings.account.newPassword')}
          description={t('accounts.passwordHelp', { min: LIMITS.passwordCharsMin })}
          autoComplete="new-password"
          required
          withAsterisk={false}
          minLength={LIMITS.passwordCharsMin}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {change.isError && (
          <Text size="sm" c="red" role="alert">
            {textOf(change.error)}
          </Text>
        )}
        <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
          {t('settings.account.change')}
        </Button>
      </Stack>
    </form>
  );
}
