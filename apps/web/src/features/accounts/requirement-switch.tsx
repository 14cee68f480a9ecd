import '@mantine/core/styles/Switch.css';
import { Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { UpdateAccount } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { ErrorText } from '../../ui/feedback/error-alert';

interface Props {
  isRequired: boolean;
  /** Returns the change of the workspace. */
  toChange: (isRequired: boolean) => UpdateAccount;
  label: string;
  description: string;
  /** Messages after the change. */
  done: { on: string; off: string };
}

/** Switches something that the workspace requires of its members. Admins decide. */
export function RequirementSwitch({ isRequired, toChange, label, description, done }: Props) {
  const client = useQueryClient();
  const require = useMutation({
    mutationFn: (isOn: boolean) => drover.accounts.update(toChange(isOn)),
    onSuccess: async (_result, isOn) => {
      await client.invalidateQueries(accountQueries.current());
      notifications.show({ message: isOn ? done.on : done.off });
    },
  });
  return (
    <>
      <Switch
        mt="lg"
        label={label}
        description={description}
        checked={isRequired}
        disabled={require.isPending}
        onChange={(event) => require.mutate(event.currentTarget.checked)}
      />
      <ErrorText error={require.error} mt="xs" />
    </>
  );
}
