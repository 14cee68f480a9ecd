import { LIMITS } from '@drover/contract/limits';
import type { Account } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { Form } from '../../ui/forms/form';
import { EmailField } from './account-fields';

/** The name and the email address of the account. */
export function ProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation(['common', 'accounts']);
  const client = useQueryClient();
  const [name, setName] = useState(account.name);
  const [email, setEmail] = useState(account.email);
  const isChanged = name.trim() !== account.name || email.trim() !== account.email;
  const isValid = isChanged && name.trim() !== '' && isWithinLimit(name.trim(), LIMITS.accountNameChars);
  const update = useMutation({
    mutationFn: () => drover.accounts.update({ name: name.trim(), email: email.trim() }),
    onSuccess: async () => {
      await client.invalidateQueries(accountQueries.current());
      notifications.show({ message: t('saved') });
    },
  });
  return (
    <Form mutation={update} isValid={isValid} action={t('save')}>
      <CountedInput
        label={t('accounts:name')}
        autoComplete="name"
        limit={LIMITS.accountNameChars}
        value={name}
        onChange={setName}
      />
      <EmailField value={email} onChange={setEmail} />
    </Form>
  );
}
