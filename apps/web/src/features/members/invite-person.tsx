import { LIMITS } from '@drover/contract/limits';
import type { CreatedInvitation, CreateInvitation, Role } from '@drover/sdk';
import { Button, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { invitationQueries } from '../../queries/members';
import { PlusIcon } from '../../ui/display/icons';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';
import { GroupSelect } from './group-select';
import { InvitationCreated } from './invitation-created';
import { InvitedEmail } from './invited-email';
import { grantableRoles, isBindable } from '../../roles/roles';

const daySeconds = 24 * 3600;

type InvitedRole = CreateInvitation['role'];
const isInvited = (role: Role): role is InvitedRole => role !== 'owner';

/** What a person is invited with, unless the admin changes it. */
interface Suggestion {
  role: InvitedRole;
  name: string;
  email: string;
}

interface InvitePersonProps {
  ownRole: Role;
  /** A person whom a directory provides. Without it, the button invites anybody. */
  person?: Suggestion;
}

/** Invites a person with at most the role of the caller. */
export function InvitePerson({ ownRole, person }: InvitePersonProps) {
  const { t } = useTranslation('members');
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<CreatedInvitation>();
  const open = () => setOpen(true);
  return (
    <>
      {person ? (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('inviteOne', { name: person.name })}
          onClick={open}
        >
          {t('inviteShort')}
        </Button>
      ) : (
        <Button leftSection={<PlusIcon size={16} />} onClick={open}>
          {t('invite')}
        </Button>
      )}
      {isOpen && (
        <InviteDialog
          ownRole={ownRole}
          person={person}
          onCreated={(invitation) => {
            setOpen(false);
            setCreated(invitation);
          }}
          onClose={() => setOpen(false)}
        />
      )}
      {created && <InvitationCreated token={created.token} onClose={() => setCreated(undefined)} />}
    </>
  );
}

interface Props extends InvitePersonProps {
  onCreated: (invitation: CreatedInvitation) => void;
  onClose: () => void;
}

function InviteDialog({ ownRole, person, onCreated, onClose }: Props) {
  const { t } = useTranslation('members');
  const client = useQueryClient();
  const [role, setRole] = useState<InvitedRole>(person?.role ?? 'operator');
  const [groups, setGroups] = useState<string[]>([]);
  const [note, setNote] = useState(person?.name.slice(0, LIMITS.accountNameChars) ?? '');
  const [email, setEmail] = useState(person?.email ?? '');
  const [days, setDays] = useState('7');
  const { data: installation } = useQuery(accountQueries.installation());
  const canSendMail = installation?.canSendMail ?? false;
  const create = useMutation({
    mutationFn: () =>
      drover.invitations.create({
        role,
        groups: isBindable(role) ? groups : undefined,
        name: note.trim() || undefined,
        email: canSendMail ? email.trim() || undefined : undefined,
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
