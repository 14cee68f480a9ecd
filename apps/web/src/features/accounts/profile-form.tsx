import { LIMITS } from '@drover/contract/limits';
import type { Account } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { CountedInput, isWithin } from '../../ui/counted-input';
import { Form } from '../../ui/form';
import { EmailField } from './account-fields';

/** What an account is called, and the address that signs in to it. */
export function ProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation();
  const client = useQueryClient();
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
  return (
    <Form save={update} isValid={isValid} action={t('save')}>
      <CountedInput
        label={t('accounts.name')}
        autoComplete="name"
        limit={LIMITS.accountNameChars}
        value={name}
        onChange={setName}
      />
      <EmailField value={email} onChange={setEmail} />
    </Form>
  );
}
