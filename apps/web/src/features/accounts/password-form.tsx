import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { Form } from '../../ui/form';
import { PasswordField } from './account-fields';

/** A new password, for who knows the present one. */
export function PasswordForm({ email }: { email: string }) {
  const { t } = useTranslation();
  const [currentPassword, setCurrentPassword] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => drover.accounts.update({ password, currentPassword }),
    onSuccess: () => {
      setCurrentPassword('');
      setPassword('');
      notifications.show({ message: t('settings.account.passwordChanged') });
    },
  });
  return (
    <Form save={change} action={t('settings.account.change')}>
      {/* Tells password managers whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('settings.account.currentPassword')}
        value={currentPassword}
        onChange={setCurrentPassword}
      />
      <PasswordField
        isNew
        label={t('settings.account.newPassword')}
        value={password}
        onChange={setPassword}
      />
    </Form>
  );
}
