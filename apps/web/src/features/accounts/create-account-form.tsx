import { LIMITS } from '@drover/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { mayBeSignedIn } from '../../lib/session';
import { accountQueries } from '../../queries/accounts';
import { CountedInput } from '../../ui/counted-input';
import { Form } from '../../ui/form';
import { EmailField, PasswordField } from './account-fields';

/** Makes the first account, and signs it in. */
export function CreateAccountForm() {
  const { t } = useTranslation();
  const client = useQueryClient();
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
    <Form save={create} action={t('accounts.createDo')} isWide>
      <CountedInput
        label={t('accounts.name')}
        placeholder={t('accounts.namePlaceholder')}
        autoComplete="name"
        limit={LIMITS.accountNameChars}
        autoFocus
        value={name}
        onChange={setName}
      />
      <EmailField value={email} onChange={setEmail} />
      <PasswordField isNew value={password} onChange={setPassword} />
    </Form>
  );
}
