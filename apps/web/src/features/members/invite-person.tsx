import { LIMITS } from '@drover/contract/limits';
import type { CreatedInvitation, CreateInvitation, Role } from '@drover/sdk';
import { Alert, Select, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { invitationQueries } from '../../queries/members';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { ShowOnceDialog } from '../../ui/dialogs/show-once-dialog';
import { CopyableCommand } from '../../ui/display/copy';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';
import { joinLink } from './join-link';
import { grantableRoles } from '../../roles/roles';

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
      {created && <CreatedDialog token={created.token} onClose={() => setCreated(undefined)} />}
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
  const [note, setNote] = useState('');
  const [days, setDays] = useState('7');
  const create = useMutation({
    mutationFn: () =>
      drover.invitations.create({
        role,
        name: note.trim() || undefined,
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
      <CountedInput
        label={t('note')}
        description={t('noteHelp')}
        placeholder={t('notePlaceholder')}
        limit={LIMITS.accountNameChars}
        value={note}
        onChange={setNote}
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

function CreatedDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation('members');
  return (
    <ShowOnceDialog title={t('created')} action={t('done')} onClose={onClose}>
      <Alert variant="light" color="yellow">
        {t('once')}
      </Alert>
      <CopyableCommand text={joinLink(token)} label={t('link')} />
      <Text size="sm" c="dimmed">
        {t('works')}
      </Text>
    </ShowOnceDialog>
  );
}
