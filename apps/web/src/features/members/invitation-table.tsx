import type { Invitation, InvitationMail } from '@drover/sdk';
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { invitationQueries } from '../../queries/members';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { RelativeTime } from '../../ui/display/relative-time';
import { RemoveButton } from '../../ui/lists/remove-button';
import { SendInvitation } from './send-invitation';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';
import { GroupNames } from './group-names';

/** The invitations that can still be used. */
export function InvitationTable({ invitations }: { invitations: Invitation[] }) {
  const { t } = useTranslation(['members', 'common']);
  const [revoking, setRevoking] = useState<Invitation>();
  const getName = ({ name, email }: Invitation) => name ?? email ?? t('unnamed');
  const columns: Column<Invitation>[] = [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 2fr)',
      cell: (invitation) => <InvitationName invitation={invitation} name={getName(invitation)} />,
    },
    {
      key: 'role',
      header: t('role'),
      width: 'minmax(5rem, 0.8fr)',
      cell: ({ role, groups }) => (
        <>
          <Text size="sm">{t(`roles.${role}`)}</Text>
          <GroupNames groups={groups} />
        </>
      ),
    },
    {
      key: 'expires',
      header: t('expires'),
      width: 'minmax(5.5rem, 0.8fr)',
      isHiddenOnMobile: true,
      cell: ({ expiresAt }) => <RelativeTime at={expiresAt} />,
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '4.5rem',
      cell: (invitation) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <SendInvitation invitation={invitation} name={getName(invitation)} />
          <RemoveButton
            label={t('revokeOne', { name: getName(invitation) })}
            onClick={() => setRevoking(invitation)}
          />
        </Group>
      ),
    },
  ];
  return (
    <>
      <VirtualTable
        label={t('open')}
        rows={invitations}
        columns={columns}
        getKey={({ _id }) => _id}
        rowHeight={64}
      />
      {revoking && (
        <RevokeInvitation
          invitation={revoking}
          name={getName(revoking)}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}

interface NamedInvitation {
  invitation: Invitation;
  name: string;
}

function InvitationName({ invitation: { name: note, email, mail }, name }: NamedInvitation) {
  return (
    <>
      <Text size="sm" fw={550} c={(note ?? email) ? undefined : 'dimmed'} truncate title={name}>
        {name}
      </Text>
      {mail && <MailState mail={mail} />}
    </>
  );
}

interface RevokeProps extends NamedInvitation {
  onClose: () => void;
}

function RevokeInvitation({ invitation, name, onClose }: RevokeProps) {
  const { t } = useTranslation('members');
  const client = useQueryClient();
  return (
    <ConfirmAction
      isOpen
      title={t('revokeOne', { name })}
      text={t('revokeText')}
      action={t('revoke')}
      done={t('revoked')}
      run={() => drover.invitations.remove(invitation._id)}
      onDone={() => client.invalidateQueries(invitationQueries.list())}
      onClose={onClose}
    />
  );
}

function MailState({ mail: { state, error } }: { mail: InvitationMail }) {
  const { t } = useTranslation('members');
  const text = error ? t(`mail.${state === 'pending' ? 'retrying' : state}`, { error }) : t(`mail.${state}`);
  return (
    <Text size="xs" c={state === 'failed' ? 'red' : 'dimmed'} truncate title={text}>
      {text}
    </Text>
  );
}
