import '@mantine/core/styles/PasswordInput.css';
import { LIMITS } from '@drover/contract/limits';
import { PasswordInput, TextInput, type PasswordInputProps, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Typed {
  value: string;
  onChange: (value: string) => void;
}

/** The address that signs in. */
export function EmailField({ onChange, ...props }: Typed & Omit<TextInputProps, keyof Typed>) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('accounts.email')}
      type="email"
      autoComplete="username"
      required
      withAsterisk={false}
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type PasswordProps = Typed &
  Omit<PasswordInputProps, keyof Typed> & {
    /** It is being chosen, and has to be long enough. */
    isNew?: boolean;
  };

/** A password, the present one or a new one. */
export function PasswordField({ isNew, onChange, ...props }: PasswordProps) {
  const { t } = useTranslation();
  const min = LIMITS.passwordCharsMin;
  return (
    <PasswordInput
      label={t('accounts.password')}
      required
      withAsterisk={false}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      {...(isNew && { description: t('accounts.passwordHelp', { min }), minLength: min })}
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
