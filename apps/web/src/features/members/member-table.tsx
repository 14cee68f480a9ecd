import type { Account, Member } from '@drover/sdk';
import { Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/display/relative-time';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';
import { GroupNames } from './group-names';
import { MemberMenu } from './member-menu';
import { MemberRole } from './member-role';
import { includesRole, managesPeople } from '../../roles/roles';

interface Props {
  members: Member[];
  /** The workspace, and who looks at its members. */
  account: Account;
}

/** The members with what the caller may do with each. */
export function MemberTable({ members, account }: Props) {
  const { t } = useTranslation(['members', 'common']);
  const columns = useMemo((): Column<Member>[] => {
    const canManage = ({ personId, role }: Member) =>
      managesPeople(account.role) && personId !== account.person?._id && includesRole(account.role, role);
    return [
      {
        key: 'name',
        header: t('name'),
        width: 'minmax(0, 2fr)',
        cell: ({ name, email, personId }) => (
          <MemberName name={name} email={email} isOwn={personId === account.person?._id} />
        ),
      },
      {
        key: 'role',
        header: t('role'),
        width: 'minmax(8rem, 0.8fr)',
        cell: (member) => (
          <>
            {canManage(member) ? (
              <MemberRole member={member} ownRole={account.role} />
            ) : (
              <Text size="sm">{t(`roles.${member.role}`)}</Text>
            )}
            <GroupNames groups={member.groups} />
          </>
        ),
      },
      {
        key: 'secondFactor',
        header: t('hasSecondFactor'),
        width: 'minmax(0, 0.6fr)',
        isHiddenOnMobile: true,
        cell: ({ hasSecondFactor }) => (
          <Text size="sm" c={hasSecondFactor ? undefined : 'dimmed'}>
            {t(hasSecondFactor ? 'isOn' : 'isOff')}
          </Text>
        ),
      },
      {
        key: 'lastSeen',
        header: t('lastSeen'),
        width: 'minmax(0, 0.8fr)',
        isHiddenOnMobile: true,
        cell: ({ lastSeenAt }) =>
          lastSeenAt ? <RelativeTime at={lastSeenAt} /> : <Text size="sm">{t('never')}</Text>,
      },
      {
        key: 'actions',
        header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
        width: '2rem',
        cell: (member) => canManage(member) && <MemberMenu member={member} ownRole={account.role} />,
      },
    ];
  }, [t, account]);
  return (
    <VirtualTable
      label={t('title')}
      rows={members}
      columns={columns}
      getKey={({ _id }) => _id}
      rowHeight={64}
    />
  );
}

interface NameProps extends Pick<Member, 'name' | 'email'> {
  /** Whether the member is the caller. */
  isOwn: boolean;
}

function MemberName({ name, email, isOwn }: NameProps) {
  const { t } = useTranslation('members');
  return (
    <>
      <Text size="sm" fw={550} truncate title={name}>
        {name}
        {isOwn && (
          <Text span size="sm" c="dimmed" fw={400}>
            {` (${t('you')})`}
          </Text>
        )}
      </Text>
      <Text size="xs" c="dimmed" truncate title={email}>
        {email}
      </Text>
    </>
  );
}
