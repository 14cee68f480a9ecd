import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { Form } from '../../ui/forms/form';
import { PasswordField } from './account-fields';

/** Changes the password. Requires the current one. */
export function PasswordForm({ email }: { email: string }) {
  const { t } = useTranslation('settings');
  const [currentPassword, setCurrentPassword] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => drover.accounts.update({ password, currentPassword }),
    onSuccess: () => {
      setCurrentPassword('');
      setPassword('');
      notifications.show({ message: t('account.passwordChanged') });
    },
  });
  return (
    <Form mutation={change} action={t('account.change')}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('account.currentPassword')}
        value={currentPassword}
        onChange={setCurrentPassword}
      />
      <PasswordField isNew label={t('account.newPassword')} value={password} onChange={setPassword} />
    </Form>
  );
}
