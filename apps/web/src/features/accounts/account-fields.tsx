import '@mantine/core/styles/PasswordInput.css';
import { LIMITS } from '@drover/contract/limits';
import { PasswordInput, TextInput, type PasswordInputProps, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface ControlledProps {
  value: string;
  onChange: (value: string) => void;
}

/** The email address to sign in with. */
export function EmailField({
  onChange,
  ...props
}: ControlledProps & Omit<TextInputProps, keyof ControlledProps>) {
  const { t } = useTranslation('accounts');
  return (
    <TextInput
      label={t('email')}
      type="email"
      autoComplete="username"
      required
      withAsterisk={false}
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type PasswordProps = ControlledProps &
  Omit<PasswordInputProps, keyof ControlledProps> & {
    /** A new password, which must have the minimum length. */
    isNew?: boolean;
  };

/** A current or new password. */
export function PasswordField({ isNew, onChange, ...props }: PasswordProps) {
  const { t } = useTranslation('accounts');
  const min = LIMITS.passwordCharsMin;
  return (
    <PasswordInput
      label={t('password')}
      required
      withAsterisk={false}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      {...(isNew && { description: t('passwordHelp', { min }), minLength: min })}
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
