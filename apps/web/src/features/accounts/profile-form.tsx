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

/** The name and the email address of the signed-in person. */
export function ProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation(['common', 'accounts']);
  const client = useQueryClient();
  const currentName = account.person?.name ?? account.name;
  const [name, setName] = useState(currentName);
  const [email, setEmail] = useState(account.email);
  const isChanged = name.trim() !== currentName || email.trim() !== account.email;
  const isValid = isChanged && name.trim() !== '' && isWithinLimit(name.trim(), LIMITS.accountNameChars);
  const update = useMutation({
    mutationFn: () => drover.accounts.update({ personName: name.trim(), email: email.trim() }),
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
