import type { Account } from '@drover/sdk';
import { Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { workspaceQueries } from '../../queries/members';
import { ErrorText } from '../../ui/feedback/error-alert';
import { LinkButtons } from './identity-section';
import { ProviderButtons } from './provider-buttons';
import { SecondFactorSetUp } from './second-factor-gate';
import { SignInGate } from './sign-in-gate';

/** Lets a member sign in as the workspace requires, before anything else. */
export function SingleSignOnGate({ account }: { account: Account }) {
  const { t } = useTranslation('single-sign-on');
  return (
    <SignInGate title={t('required')} text={t('requiredText', { workspace: account.name })}>
      <ProviderButtons />
      <Text size="sm" c="dimmed" my="md">
        {t('requiredLink', { email: account.email })}
      </Text>
      <LinkButtons />
      {account.role === 'owner' && (
        <>
          {/* So that a provider that is down keeps nobody out for good. */}
          <Text size="sm" c="dimmed" my="md">
            {t('requiredOwner')}
          </Text>
          <SecondFactorSetUp email={account.email} />
        </>
      )}
      <OtherWorkspaces />
    </SignInGate>
  );
}

/** The workspaces of the person that may not require single sign-on. */
function OtherWorkspaces() {
  const { t } = useTranslation('single-sign-on');
  const { data } = useQuery(workspaceQueries.list());
  const open = useMutation({
    mutationFn: (workspaceId: string) => drover.workspaces.switch(workspaceId),
    onSuccess: () => window.location.assign('/'),
  });
  const others = data?.items.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      {others?.map(({ _id, name }) => (
        <Button key={_id} fullWidth variant="subtle" mt="sm" onClick={() => open.mutate(_id)}>
          {t('openWorkspace', { name })}
        </Button>
      ))}
      <ErrorText error={open.error} mt="xs" />
    </>
  );
}
