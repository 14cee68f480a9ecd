import { LIMITS } from '@drover/contract/limits';
import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { signedInHint } from '../../lib/session';
import { accountQueries } from '../../queries/accounts';
import { CountedInput } from '../../ui/forms/counted-input';
import { Form } from '../../ui/forms/form';
import { EmailField, PasswordField } from './account-fields';

/** Creates the first account and signs in. */
export function CreateAccountForm({ isSetupCodeRequired }: { isSetupCodeRequired: boolean }) {
  const { t } = useTranslation('accounts');
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [setupCode, setSetupCode] = useState('');
  const create = useMutation({
    mutationFn: async () => {
      await drover.accounts.create({
        email,
        password,
        name: name.trim() || undefined,
        setupCode: isSetupCodeRequired ? setupCode : undefined,
      });
      return drover.sessions.create({ email, password });
    },
    onSuccess: ({ account }) => {
      signedInHint.set(true);
      client.setQueryData(accountQueries.current().queryKey, account);
    },
    // If someone else created the first account meanwhile, the page switches to signing in.
    onError: () => client.invalidateQueries({ queryKey: ['installation'] }),
  });
  return (
    <Form mutation={create} action={t('createDo')} isWide>
      <CountedInput
        label={t('name')}
        placeholder={t('namePlaceholder')}
        autoComplete="name"
        limit={LIMITS.accountNameChars}
        autoFocus
        value={name}
        onChange={setName}
      />
      <EmailField value={email} onChange={setEmail} />
      <PasswordField isNew value={password} onChange={setPassword} />
      {isSetupCodeRequired && (
        <TextInput
          label={t('setupCode')}
          description={t('setupCodeHelp')}
          autoComplete="off"
          required
          withAsterisk={false}
          value={setupCode}
          onChange={(event) => setSetupCode(event.currentTarget.value)}
        />
      )}
    </Form>
  );
}
