import type { Account, Session } from '@drover/sdk';
import { Anchor, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accessLost, sessionEnded, signedInHint } from '../../lib/session';
import { accountQueries } from '../../queries/accounts';
import { ErrorText } from '../../ui/feedback/error-alert';
import { Form } from '../../ui/forms/form';
import { EmailField, PasswordField } from './account-fields';
import { askForPasskey, supportsPasskeys } from './browser-passkeys';
import { asksForCode, CodeField } from './code-field';
import { ProviderButtons } from './provider-buttons';

/** Shows the console to the person of a new session. */
function useOnSignedIn() {
  const client = useQueryClient();
  return async ({ account }: Session) => {
    signedInHint.set(true);
    const { queryKey } = accountQueries.current();
    // Nothing of somebody else, or of another workspace, stays.
    if (isOther(client.getQueryData(queryKey), account)) client.clear();
    client.setQueryData(queryKey, account);
    sessionEnded.set(false);
    accessLost.set(false);
    await client.invalidateQueries();
  };
}

const isOther = (before: Account | null | undefined, after: Account) =>
  Boolean(before) && (before?._id !== after._id || before.person?._id !== after.person?._id);

/** Signs in by a passkey, without a password. */
function PasskeyButton() {
  const { t } = useTranslation('accounts');
  const onSignedIn = useOnSignedIn();
  const signIn = useMutation({
    mutationFn: async () => {
      const { options } = await drover.passkeys.createSignInOptions();
      return drover.passkeys.signIn({ credential: await askForPasskey(options) });
    },
    onSuccess: onSignedIn,
  });
  if (!supportsPasskeys()) return null;
  return (
    <>
      <Button fullWidth variant="default" mt="sm" loading={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('signInByPasskey')}
      </Button>
      <ErrorText error={signIn.error} mt="xs" />
    </>
  );
}

/** Signs in and starts a session. */
export function SignInForm({ email: initialEmail = '' }: { email?: string }) {
  const { t } = useTranslation('accounts');
  const onSignedIn = useOnSignedIn();
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = useMutation({
    mutationFn: () => drover.sessions.create({ email, password, code: needsCode ? code : undefined }),
    onError: (error) => {
      if (asksForCode(error)) setNeedsCode(true);
    },
    onSuccess: onSignedIn,
  });
  if (needsCode) {
    // The request without a code has failed only to ask for it.
    const error = asksForCode(signIn.error) ? null : signIn.error;
    return (
      <>
        <Form mutation={{ ...signIn, error }} action={t('signInDo')} isWide>
          <CodeField label={t('code')} description={t('codeHelp')} value={code} onChange={setCode} />
        </Form>
        <PasskeyButton />
      </>
    );
  }
  return (
    <>
      <Form mutation={signIn} action={t('signInDo')} isWide>
        <EmailField autoFocus={!initialEmail} value={email} onChange={setEmail} />
        <PasswordField
          data-autofocus={initialEmail ? true : undefined}
          value={password}
          onChange={setPassword}
        />
      </Form>
      <Anchor href="/forgot-password" size="sm" display="inline-block" mt="sm">
        {t('forgot')}
      </Anchor>
      <PasskeyButton />
      <ProviderButtons />
    </>
  );
}
