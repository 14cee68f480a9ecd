import '@mantine/core/styles/Switch.css';
import type { Account } from '@drover/sdk';
import { Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { ErrorText } from '../../ui/feedback/error-alert';

/** Whether the workspace requires a second factor of its members. Admins decide. */
export function RequireSecondFactor({ account }: { account: Account }) {
  const { t } = useTranslation('second-factor');
  const client = useQueryClient();
  const require = useMutation({
    mutationFn: (isSecondFactorRequired: boolean) => drover.accounts.update({ isSecondFactorRequired }),
    onSuccess: async (_result, isRequired) => {
      await client.invalidateQueries(accountQueries.current());
      notifications.show({ message: t(isRequired ? 'requireOn' : 'requireOff') });
    },
  });
  return (
    <>
      <Switch
        mt="lg"
        label={t('requireAll')}
        description={t('requireText')}
        checked={account.isSecondFactorRequired}
        disabled={require.isPending}
        onChange={(event) => require.mutate(event.currentTarget.checked)}
      />
      <ErrorText error={require.error} mt="xs" />
    </>
  );
}
