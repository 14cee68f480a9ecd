import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../ui/forms/form-dialog';
import { CurrentPasswordField } from './current-password-field';

interface Props<Result> {
  title: string;
  text: string;
  action: string;
  run: (confirmation: { currentPassword: string }) => Promise<Result>;
  onDone: (result: Result) => unknown;
  onClose: () => void;
}

/** Asks for the person's password before a change. If the change fails, the dialog stays open and shows why. */
export function PasswordDialog<Result>({ title, text, action, run, onDone, onClose }: Props<Result>) {
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => run({ currentPassword: password }),
    onSuccess: onDone,
  });
  return (
    <FormDialog title={title} action={action} isValid mutation={change} onClose={onClose}>
      <Text size="sm">{text}</Text>
      <CurrentPasswordField data-autofocus value={password} onChange={setPassword} />
    </FormDialog>
  );
}
