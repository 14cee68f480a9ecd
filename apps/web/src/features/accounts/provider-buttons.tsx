import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accountQueries } from '../../queries/accounts';
import { ErrorText } from '../../ui/feedback/error-alert';
import { signInAtProvider } from './provider-visit';

/** Buttons that sign in at the identity providers of the installation. */
export function ProviderButtons() {
  const { t } = useTranslation('accounts');
  const { data } = useQuery(accountQueries.installation());
  const signIn = useMutation({ mutationFn: (providerId: string) => signInAtProvider(providerId) });
  return (
    <>
      {data?.identityProviders.map(({ _id, name }) => (
        <Button
          key={_id}
          fullWidth
          variant="default"
          mt="sm"
          loading={signIn.isPending && signIn.variables === _id}
          onClick={() => signIn.mutate(_id)}
        >
          {t('signInWith', { name })}
        </Button>
      ))}
      <ErrorText error={signIn.error} mt="xs" />
    </>
  );
}
