import type { Account } from '@drover/sdk';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateOtherAccount } from '../../features/accounts/create-other-account';
import { PasswordForm } from '../../features/accounts/password-form';
import { ProfileForm } from '../../features/accounts/profile-form';
import { useSignOut } from '../../features/accounts/use-sign-out';
import { accountQueries } from '../../queries/accounts';
import { Facts } from '../../ui/facts';
import { SignOutIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RelativeTime } from '../../ui/relative-time';
import { Section } from '../../ui/section';
import classes from './account-page.module.css';

export function AccountPage() {
  const { data: account } = useQuery(accountQueries.current());
  // Who is nobody does not come this far.
  return account && <AccountSettings key={account._id} account={account} />;
}

function AccountSettings({ account }: { account: Account }) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const roles = [
    account.isAdministrator &&
      `${t('settings.account.administrator')}: ${t('settings.account.administratorHelp')}`,
    account.isReviewer && `${t('settings.account.reviewer')}: ${t('settings.account.reviewerHelp')}`,
  ].filter((role) => role !== false);
  return (
    <>
      <PageHeader
        title={t('settings.places.accounts')}
        actions={
          <Button
            variant="default"
            leftSection={<SignOutIcon size={16} />}
            loading={signOut.isPending}
            onClick={() => signOut.mutate()}
          >
            {t('accounts.signOut')}
          </Button>
        }
      />
      <Stack gap="xl" className={classes.column}>
        <Facts
          facts={[
            [
              t('settings.account.roles'),
              roles.length > 0
                ? roles.map((role) => <div key={role}>{role}</div>)
                : t('settings.account.noRoles'),
            ],
            [t('settings.account.since'), <RelativeTime key="since" at={account.createdAt} />],
          ]}
        />
        <Section title={t('settings.account.profile')}>
          <ProfileForm account={account} />
        </Section>
        <Section title={t('settings.account.password')}>
          <Text size="sm" c="dimmed" mb="md">
            {t('settings.account.passwordText')}
          </Text>
          <PasswordForm email={account.email} />
        </Section>
        {account.isAdministrator && (
          <Section title={t('settings.account.others')}>
            <Text size="sm" c="dimmed" mb="md">
              {t('settings.account.othersText')}
            </Text>
            <CreateOtherAccount />
          </Section>
        )}
      </Stack>
    </>
  );
}
