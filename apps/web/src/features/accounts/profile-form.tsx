import { LIMITS } from '@drover/contract/limits';
import type { Account } from '@drover/sdk';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { CountedInput, isWithin } from '../../ui/counted-input';
import { useErrorText } from '../../ui/failure';

/** What an account is called, and the address that signs in to it. */
export function ProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const textOf = useErrorText();
  const [name, setName] = useState(account.name);
  const [email, setEmail] = useState(account.email);
  const isChanged = name.trim() !== account.name || email.trim() !== account.email;
  const isValid = isChanged && name.trim() !== '' && isWithin(name.trim(), LIMITS.accountNameChars);
  const update = useMutation({
    mutationFn: () => drover.accounts.update({ name: name.trim(), email: email.trim() }),
    onSuccess: async () => {
      await client.invalidateQueries(accountQueries.current());
      notifications.show({ message: t('saved') });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid && !update.isPending) update.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md" align="stretch">
        <CountedInput
          label={t('accounts.name')}
          autoComplete="name"
          limit={LIMITS.accountNameChars}
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
        {update.isError && (
          <Text size="sm" c="red" role="alert">
            {textOf(update.error)}
          </Text>
        )}
        <Button
          type="submit"
          loading={update.isPending}
          disabled={!isValid}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('save')}
        </Button>
      </Stack>
    </form>
  );
}
