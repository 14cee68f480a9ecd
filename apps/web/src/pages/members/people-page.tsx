import type { Account } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DirectorySection } from '../../features/directory/directory-section';
import { PendingSection } from '../../features/members/pending-section';
import { InvitationTable } from '../../features/members/invitation-table';
import { InvitePerson } from '../../features/members/invite-person';
import { MemberTable } from '../../features/members/member-table';
import { managesPeople } from '../../roles/roles';
import { accountQueries } from '../../queries/accounts';
import { invitationQueries, memberQueries } from '../../queries/members';
import { PageHeader } from '../../ui/layout/page-header';
import { Section } from '../../ui/layout/section';
import { Sections } from '../../ui/layout/sections';
import { List, QueryResult } from '../../ui/lists/query-result';

/** The lists are polled, because no event announces that somebody joined. */
const refetchInterval = 10_000;

/** The members of the workspace, and the invitations to it. */
export function PeoplePage() {
  const { data: account } = useQuery(accountQueries.current());
  // The account gate renders this page only for signed-in users.
  return account && <People account={account} />;
}

function People({ account }: { account: Account }) {
  const { t } = useTranslation('members');
  const members = useQuery({ ...memberQueries.list(), refetchInterval });
  const canManage = managesPeople(account.role);
  return (
    <>
      <PageHeader title={t('title')} actions={canManage && <InvitePerson ownRole={account.role} />}>
        {t('summary')}
        {!canManage && ` ${t('readOnly')}`}
      </PageHeader>
      <Sections>
        <QueryResult query={members}>
          {({ items }) => <MemberTable members={items} account={account} />}
        </QueryResult>
        {canManage && <OpenInvitations />}
        {canManage && <PendingSection ownRole={account.role} />}
        {canManage && <DirectorySection />}
      </Sections>
    </>
  );
}

function OpenInvitations() {
  const { t } = useTranslation('members');
  const query = useQuery({ ...invitationQueries.list(), refetchInterval });
  const empty = (
    <Text size="sm" c="dimmed">
      {t('noOpen')}
    </Text>
  );
  return (
    <Section title={t('open')}>
      <List query={query} empty={empty} rows={2}>
        {(invitations) => <InvitationTable invitations={invitations} />}
      </List>
    </Section>
  );
}
