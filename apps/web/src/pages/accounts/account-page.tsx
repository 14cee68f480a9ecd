import type { Account } from '@drover/sdk';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateOtherAccount } from '../../features/accounts/create-other-account';
import { IdentitySection } from '../../features/accounts/identity-section';
import { PasswordForm } from '../../features/accounts/password-form';
import { RequireSecondFactor } from '../../features/accounts/require-second-factor';
import { RequireSingleSignOn } from '../../features/accounts/require-single-sign-on';
import { SecondFactorSection } from '../../features/accounts/second-factor-section';
import { SessionSection } from '../../features/accounts/session-section';
import { PasskeySection } from '../../features/accounts/passkey-section';
import { ProfileForm } from '../../features/accounts/profile-form';
import { useSignOut } from '../../features/accounts/use-sign-out';
import { WorkspaceForm } from '../../features/accounts/workspace-form';
import { ArchiveSection } from '../../features/archives/archive-section';
import { WorkspaceSection } from '../../features/members/workspace-section';
import { accountQueries } from '../../queries/accounts';
import { managesPeople } from '../../roles/roles';
import { SignOutIcon } from '../../ui/display/icons';
import { RelativeTime } from '../../ui/display/relative-time';
import { DescriptionList } from '../../ui/layout/description-list';
import { PageHeader } from '../../ui/layout/page-header';
import { Section } from '../../ui/layout/section';
import classes from './account-page.module.css';

export function AccountPage() {
  const { data: account } = useQuery(accountQueries.current());
  // The account gate renders this page only for signed-in users.
  return account && <AccountSettings key={account._id} account={account} />;
}

function AccountSettings({ account }: { account: Account }) {
  const { t } = useTranslation(['settings', 'accounts', 'members']);
  const signOut = useSignOut();
  const roles = [
    t(`members:roles.${account.role}`),
    account.isAdministrator && t('account.administrator'),
    account.isReviewer && t('account.reviewer'),
  ].filter((role) => role !== false);
  return (
    <>
      <PageHeader
        title={t('places.accounts')}
        actions={
          <Button
            variant="default"
            leftSection={<SignOutIcon size={16} />}
            loading={signOut.isPending}
            onClick={() => signOut.mutate()}
          >
            {t('accounts:signOut')}
          </Button>
        }
      />
      <Stack gap="xl" className={classes.column}>
        <DescriptionList
          items={[
            [t('account.roles'), roles.map((role) => <div key={role}>{role}</div>)],
            [t('account.since'), <RelativeTime key="since" at={account.createdAt} />],
          ]}
        />
        <Section title={t('account.profile')}>
          <ProfileForm account={account} />
        </Section>
        {managesPeople(account.role) && (
          <Section title={t('account.workspace')}>
            <WorkspaceForm account={account} />
            <RequireSecondFactor account={account} />
            <RequireSingleSignOn account={account} />
          </Section>
        )}
        <WorkspaceSection account={account} />
        <ArchiveSection />
        <Section title={t('account.password')}>
          <Text size="sm" c="dimmed" mb="md">
            {t('account.passwordText')}
          </Text>
          <PasswordForm account={account} />
        </Section>
        <SecondFactorSection email={account.email} />
        <PasskeySection />
        <IdentitySection />
        <SessionSection />
        {account.isAdministrator && (
          <Section title={t('account.others')}>
            <Text size="sm" c="dimmed" mb="md">
              {t('account.othersText')}
            </Text>
            <CreateOtherAccount />
          </Section>
        )}
      </Stack>
    </>
  );
}
