import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { mayBeSignedIn, sessionEnded } from '../../lib/session';
import { accountQueries } from '../../queries/accounts';
import { Form } from '../../ui/form';
import { EmailField, PasswordField } from './account-fields';

/** Opens a session of this browser. */
export function SignInForm({ email: known = '' }: { email?: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
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
    <Form save={signIn} action={t('accounts.signInDo')} isWide>
      <EmailField autoFocus={!known} value={email} onChange={setEmail} />
      <PasswordField data-autofocus={known ? true : undefined} value={password} onChange={setPassword} />
    </Form>
  );
}
