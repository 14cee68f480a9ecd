import '@mantine/core/styles/PasswordInput.css';
import { LIMITS } from '@drover/contract/limits';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { mayBeSignedIn } from '../../lib/session';
import { accountQueries } from '../../queries/accounts';
import { CountedInput } from '../../ui/counted-input';
import { useErrorText } from '../../ui/failure';

/** Makes the first account, and signs it in. */
export function CreateAccountForm() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const textOf = useErrorText();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const create = useMutation({
    mutationFn: async () => {
      await drover.accounts.create({ email, password, name: name.trim() || undefined });
      return drover.sessions.create({ email, password });
    },
    onSuccess: ({ account }) => {
      mayBeSignedIn.set(true);
      client.setQueryData(accountQueries.current().queryKey, account);
    },
    // Somebody else may have been first: then the page becomes the one to sign in.
    onError: () => client.invalidateQueries({ queryKey: ['installation'] }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack gap="md">
        <CountedInput
          label={t('accounts.name')}
          placeholder={t('accounts.namePlaceholder')}
          autoComplete="name"
          limit={LIMITS.accountNameChars}
          autoFocus
          value={name}
          onChange={setName}
        />
        <TextInput
          label={t('accounts.email')}
          type="email"
          autoComplete="username"
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
        {create.isError && (
          <Text size="sm" c="red" role="alert">
            {textOf(create.error)}
          </Text>
        )}
        <Button type="submit" loading={create.isPending}>
          {t('accounts.createDo')}
        </Button>
      </Stack>
    </form>
  );
}
