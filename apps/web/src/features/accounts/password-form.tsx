import type { Account } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { Form } from '../../ui/forms/form';
import { PasswordField } from './account-fields';
import { CurrentPasswordField } from './current-password-field';

/** Changes the password, or sets the first one. */
export function PasswordForm({ account: { email } }: { account: Account }) {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const [currentPassword, setCurrentPassword] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => drover.accounts.update({ password, currentPassword }),
    onSuccess: () => {
      void client.invalidateQueries(accountQueries.current());
      setCurrentPassword('');
      setPassword('');
      notifications.show({ message: t('account.passwordChanged') });
    },
  });
  return (
    <Form mutation={change} action={t('account.change')}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <CurrentPasswordField
        label={t('account.currentPassword')}
        value={currentPassword}
        onChange={setCurrentPassword}
      />
      <PasswordField isNew label={t('account.newPassword')} value={password} onChange={setPassword} />
    </Form>
  );
}
