import { isApiError } from '@drover/sdk';
import { TextInput } from '@mantine/core';

interface Props {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
}

/** Whether a request failed only because the person has a second factor. */
export const asksForCode = (error: unknown) => isApiError(error) && error.code === 1051;

/** A code of an authenticator app, or a recovery code. */
export function CodeField({ onChange, ...props }: Props) {
  return (
    <TextInput
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoFocus
      required
      withAsterisk={false}
      maxLength={32}
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
