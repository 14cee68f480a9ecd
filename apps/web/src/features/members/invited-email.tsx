import { LIMITS } from '@drover/contract/limits';
import { TextInput, type TextInputProps } from '@mantine/core';

interface Props extends Omit<TextInputProps, 'onChange'> {
  onChange: (value: string) => void;
}

/** The address that an invitation is sent to. */
export function InvitedEmail({ onChange, ...props }: Props) {
  return (
    <TextInput
      type="email"
      autoComplete="off"
      maxLength={LIMITS.emailChars}
      withAsterisk={false}
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
