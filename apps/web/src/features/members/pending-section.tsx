import type { PendingDirectoryUser, Role } from '@drover/sdk';
import { Text, VisuallyHidden } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { directoryQueries } from '../../queries/directory';
import { RelativeTime } from '../../ui/display/relative-time';
import { Section } from '../../ui/layout/section';
import { PagedList } from '../../ui/lists/query-result';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';
import { InvitePerson } from './invite-person';

/** The directory is polled like the members, because no event announces its users. */
const refetchInterval = 10_000;

/** The people whom the directory provides and who have not joined. Without any, there is no section. */
export function PendingSection({ ownRole }: { ownRole: Role }) {
  const { t } = useTranslation('directory');
  const query = useInfiniteQuery({ ...directoryQueries.pending(), refetchInterval });
  if (!query.data?.pages[0].items.length) return null;
  return (
    <Section title={t('pending')}>
      <Text size="sm" c="dimmed" mb="md" maw="42rem">
        {t('pendingText')}
      </Text>
      <PagedList query={query} empty={null}>
        {(users) => <PendingTable users={users} ownRole={ownRole} />}
      </PagedList>
    </Section>
  );
}

function PendingTable({ users, ownRole }: { users: PendingDirectoryUser[]; ownRole: Role }) {
  const { t } = useTranslation(['directory', 'members', 'common']);
  const columns: Column<PendingDirectoryUser>[] = [
    {
      key: 'name',
      header: t('members:name'),
      width: 'minmax(0, 2fr)',
      cell: ({ name, userName, email }) => (
        <>
          <Text size="sm" fw={550} truncate title={name} dir="auto">
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {email ?? userName}
          </Text>
        </>
      ),
    },
    {
      key: 'role',
      header: t('role'),
      width: 'minmax(5rem, 0.8fr)',
      cell: ({ role }) => t(`members:roles.${role}`),
    },
    {
      key: 'added',
      header: t('added'),
      width: 'minmax(5.5rem, 0.8fr)',
      isHiddenOnMobile: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '6rem',
      cell: ({ role, name, email }) => (
        <InvitePerson ownRole={ownRole} person={{ role, name, email: email ?? '' }} />
      ),
    },
  ];
  return (
    <VirtualTable
      label={t('pending')}
      rows={users}
      columns={columns}
      getKey={({ _id }) => _id}
      rowHeight={64}
    />
  );
}
