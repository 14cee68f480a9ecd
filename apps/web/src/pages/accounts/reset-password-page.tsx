import { Anchor, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { PasswordField } from '../../features/accounts/account-fields';
import { drover } from '../../lib/drover';
import { signedInHint } from '../../lib/session';
import { Form } from '../../ui/forms/form';
import { SmallPage } from '../../ui/layout/small-page';

/** The page that the link in an email opens. */
export function ResetPasswordPage() {
  const { t } = useTranslation('accounts');
  // The fragment, which browsers do not send to servers.
  const token = useLocation().hash.slice(1);
  return (
    <SmallPage title={t('reset.newTitle')}>
      {token ? <PasswordForm token={token} /> : <Text size="sm">{t('reset.noCode')}</Text>}
    </SmallPage>
  );
}

function PasswordForm({ token }: { token: string }) {
  const { t } = useTranslation('accounts');
  const [password, setPassword] = useState('');
  const complete = useMutation({
    mutationFn: () => drover.passwordResets.complete({ token, password }),
    onSuccess: () => {
      // The session of this browser may have ended too.
      signedInHint.set(false);
      window.history.replaceState(window.history.state, '', window.location.pathname);
    },
  });
  if (complete.isSuccess) {
    return (
      <Stack gap="md">
        <Text size="sm" role="status">
          {t('reset.done')}
        </Text>
        <Anchor href="/" size="sm">
          {t('signIn')}
        </Anchor>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <Text size="sm">{t('reset.newText')}</Text>
      <Form mutation={complete} action={t('reset.newDo')} isWide>
        <PasswordField
          isNew
          label={t('reset.newPassword')}
          data-autofocus
          value={password}
          onChange={setPassword}
        />
      </Form>
    </Stack>
  );
}
