import '@mantine/core/styles/PasswordInput.css';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { mayBeSignedIn, sessionEnded } from '../../lib/session';
import { accountQueries } from '../../queries/accounts';
import { useErrorText } from '../../ui/failure';

/** Opens a session of this browser. */
export function SignInForm({ email: known = '' }: { email?: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const textOf = useErrorText();
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => drover.sessions.create({ email, password }),
    onSuccess: async ({ account }) => {
      mayBeSignedIn.set(true);
      client.setQueryData(accountQueries.current().queryKey, account);
      sessionEnded.set(false);
      await client.invalidateQueries();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('accounts.email')}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus={!known}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('accounts.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus={known ? true : undefined}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {signIn.isError && (
          <Text size="sm" c="red" role="alert">
            {textOf(signIn.error)}
          </Text>
        )}
        <Button type="submit" loading={signIn.isPending}>
          {t('accounts.signInDo')}
        </Button>
      </Stack>
    </form>
  );
}
