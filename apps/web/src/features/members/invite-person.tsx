import { LIMITS } from '@drover/contract/limits';
import type { CreatedInvitation, CreateInvitation, Role } from '@drover/sdk';
import { Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { invitationQueries } from '../../queries/members';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';
import { GroupSelect } from './group-select';
import { InvitationCreated } from './invitation-created';
import { InvitedEmail } from './invited-email';
import { grantableRoles, isBindable } from '../../roles/roles';

const daySeconds = 24 * 3600;

type InvitedRole = CreateInvitation['role'];
const isInvited = (role: Role): role is InvitedRole => role !== 'owner';

/** Invites a person with at most the role of the caller. */
export function InvitePerson({ ownRole }: { ownRole: Role }) {
  const { t } = useTranslation('members');
  const [created, setCreated] = useState<CreatedInvitation>();
  return (
    <>
      <DialogButton label={t('invite')}>
        {(close) => (
          <InviteDialog
            ownRole={ownRole}
            onCreated={(invitation) => {
              close();
              setCreated(invitation);
            }}
            onClose={close}
          />
        )}
      </DialogButton>
      {created && <InvitationCreated token={created.token} onClose={() => setCreated(undefined)} />}
    </>
  );
}

interface Props {
  ownRole: Role;
  onCreated: (invitation: CreatedInvitation) => void;
  onClose: () => void;
}

function InviteDialog({ ownRole, onCreated, onClose }: Props) {
  const { t } = useTranslation('members');
  const client = useQueryClient();
  const [role, setRole] = useState<InvitedRole>('operator');
  const [groups, setGroups] = useState<string[]>([]);
  const [note, setNote] = useState('');
  const [email, setEmail] = useState('');
  const [days, setDays] = useState('7');
  const { data: installation } = useQuery(accountQueries.installation());
  const canSendMail = installation?.canSendMail ?? false;
  const create = useMutation({
    mutationFn: () =>
      drover.invitations.create({
        role,
        groups: isBindable(role) ? groups : undefined,
        name: note.trim() || undefined,
        email: email.trim() || undefined,
        expiresIn: Number(days) * daySeconds,
      }),
    onSuccess: (invitation) => {
      void client.invalidateQueries(invitationQueries.list());
      onCreated(invitation);
    },
  });
  const roles = grantableRoles(ownRole).filter(isInvited);
  return (
    <FormDialog
      title={t('invite')}
      action={t('inviteDo')}
      isValid={isWithinLimit(note.trim(), LIMITS.accountNameChars)}
      mutation={create}
      onClose={onClose}
    >
      <Select
        label={t('role')}
        description={t(`roleHelp.${role}`)}
        allowDeselect={false}
        data={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
        value={role}
        onChange={(value) => value && setRole(value)}
        data-autofocus
      />
      {isBindable(role) && <GroupSelect value={groups} onChange={setGroups} />}
      <CountedInput
        label={t('note')}
        description={t('noteHelp')}
        placeholder={t('notePlaceholder')}
        limit={LIMITS.accountNameChars}
        value={note}
        onChange={setNote}
      />
      <InvitedEmail
        label={t('email')}
        description={t(canSendMail ? 'emailHelp' : 'emailNone')}
        disabled={!canSendMail}
        value={email}
        onChange={setEmail}
      />
      <Select
        label={t('validity')}
        allowDeselect={false}
        data={[1, 7, 30].map((count) => ({ value: String(count), label: t('days', { count }) }))}
        value={days}
        onChange={(value) => value && setDays(value)}
      />
    </FormDialog>
  );
}
