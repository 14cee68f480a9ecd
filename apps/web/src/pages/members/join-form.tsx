import { LIMITS } from '@drover/contract/limits';
import type { AcceptInvitation, Account } from '@drover/sdk';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { signedInHint } from '../../lib/session';
import { ErrorText } from '../../ui/feedback/error-alert';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { Form } from '../../ui/forms/form';
import { asksForCode, CodeField } from '../../features/accounts/code-field';
import { supportsPasskeys } from '../../features/accounts/browser-passkeys';
import { EmailField, PasswordField } from '../../features/accounts/account-fields';
import { JoinWithPasskey } from './join-with-passkey';

/** Accepts an invitation, and opens the console in the joined workspace, without anything of another one. */
function useAccept(onError?: (error: Error) => void) {
  return useMutation({
    mutationFn: (invitation: AcceptInvitation) => drover.invitations.accept(invitation),
    onError,
    onSuccess: () => {
      signedInHint.set(true);
      window.location.replace('/');
    },
  });
}

interface Props {
  token: string;
  account: Account | null | undefined;
}

/** Lets the signed-in person join, a new one, or one who has an account. */
export function JoinForm({ token, account }: Props) {
  const { t } = useTranslation('members');
  const [isOther, setOther] = useState(false);
  const accept = useAccept();
  if (!account || isOther) return <JoinWithPassword token={token} />;
  return (
    <Stack gap="md">
      <Text size="sm">{t('join.signedIn', { email: account.email })}</Text>
      <ErrorText error={accept.error} />
      <Button loading={accept.isPending} onClick={() => accept.mutate({ token })}>
        {t('join.do')}
      </Button>
      <Anchor component="button" size="sm" onClick={() => setOther(true)}>
        {t('join.other')}
      </Anchor>
    </Stack>
  );
}

function JoinWithPassword({ token }: { token: string }) {
  const { t } = useTranslation(['members', 'accounts']);
  const [isNew, setNew] = useState(true);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const accept = useAccept((error) => asksForCode(error) && setNeedsCode(true));
  const login = { token, email, password, code: needsCode ? code : undefined };
  if (needsCode) {
    // The request without a code has failed only to ask for it.
    const error = asksForCode(accept.error) ? null : accept.error;
    return (
      <Form
        mutation={{ ...accept, error, mutate: () => accept.mutate(login) }}
        action={t('join.signInDo')}
        isWide
      >
        <CodeField
          label={t('accounts:code')}
          description={t('accounts:codeHelp')}
          value={code}
          onChange={setCode}
        />
      </Form>
    );
  }
  const newName = isNew ? name.trim() || undefined : undefined;
  return (
    <Stack gap="md">
      <Form
        mutation={{ ...accept, mutate: () => accept.mutate({ ...login, name: newName }) }}
        isValid={isWithinLimit(name.trim(), LIMITS.accountNameChars)}
        action={t(isNew ? 'join.do' : 'join.signInDo')}
        isWide
      >
        {isNew && (
          <CountedInput
            label={t('accounts:name')}
            autoComplete="name"
            limit={LIMITS.accountNameChars}
            value={name}
            onChange={setName}
          />
        )}
        <EmailField value={email} onChange={setEmail} />
        <PasswordField isNew={isNew} value={password} onChange={setPassword} />
      </Form>
      {isNew && supportsPasskeys() && <JoinWithPasskey person={{ token, email, name: newName }} />}
      <Anchor component="button" size="sm" onClick={() => setNew(!isNew)}>
        {t(isNew ? 'join.isMember' : 'join.isNew')}
      </Anchor>
    </Stack>
  );
}
