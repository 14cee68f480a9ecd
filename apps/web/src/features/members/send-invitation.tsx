import type { CreatedInvitation, Invitation } from '@drover/sdk';
import { ActionIcon } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accountQueries } from '../../queries/accounts';
import { invitationQueries } from '../../queries/members';
import { MessageIcon } from '../../ui/display/icons';
import { FormDialog } from '../../ui/forms/form-dialog';
import { InvitationCreated } from './invitation-created';
import { InvitedEmail } from './invited-email';

interface Props {
  invitation: Invitation;
  /** For whom it is. */
  name: string;
}

/** Sends an invitation by email again, and shows its new link. Nothing on servers that send no email. */
export function SendInvitation({ invitation, name }: Props) {
  const { t } = useTranslation('members');
  const { data: installation } = useQuery(accountQueries.installation());
  const [isOpen, setOpen] = useState(false);
  const [sent, setSent] = useState<CreatedInvitation>();
  if (!installation?.canSendMail) return null;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`${t('send')}: ${name}`}
        title={t('send')}
        onClick={() => setOpen(true)}
      >
        <MessageIcon />
      </ActionIcon>
      {isOpen && <SendDialog invitation={invitation} onSent={setSent} onClose={() => setOpen(false)} />}
      {sent && <InvitationCreated token={sent.token} onClose={() => setSent(undefined)} />}
    </>
  );
}

interface DialogProps {
  invitation: Invitation;
  onSent: (invitation: CreatedInvitation) => void;
  onClose: () => void;
}

function SendDialog({ invitation, onSent, onClose }: DialogProps) {
  const { t } = useTranslation('members');
  const client = useQueryClient();
  const [email, setEmail] = useState(invitation.email ?? '');
  const send = useMutation({
    mutationFn: () => drover.invitations.send(invitation._id, { email: email.trim() }),
    onSuccess: (created) => {
      void client.invalidateQueries(invitationQueries.list());
      onClose();
      onSent(created);
    },
  });
  return (
    <FormDialog
      title={t('sendTitle')}
      action={t('sendDo')}
      isValid={email.trim() !== ''}
      mutation={send}
      onClose={onClose}
    >
      <InvitedEmail
        label={t('sendEmail')}

        data-autofocus
        value={email}
        onChange={setEmail}
      />
    </FormDialog>
  );
}
