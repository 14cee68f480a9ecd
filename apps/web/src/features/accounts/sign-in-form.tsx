import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { sessionEnded, signedInHint } from '../../lib/session';
import { accountQueries } from '../../queries/accounts';
import { Form } from '../../ui/forms/form';
import { EmailField, PasswordField } from './account-fields';

/** Signs in and starts a session. */
export function SignInForm({ email: initialEmail = '' }: { email?: string }) {
  const { t } = useTranslation('accounts');
  const client = useQueryClient();
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => drover.sessions.create({ email, password }),
    onSuccess: async ({ account }) => {
      signedInHint.set(true);
      client.setQueryData(accountQueries.current().queryKey, account);
      sessionEnded.set(false);
      await client.invalidateQueries();
    },
  });
  return (
    <Form mutation={signIn} action={t('signInDo')} isWide>
      <EmailField autoFocus={!initialEmail} value={email} onChange={setEmail} />
      <PasswordField
        data-autofocus={initialEmail ? true : undefined}
        value={password}
        onChange={setPassword}
      />
    </Form>
  );
}
