import type { Invitation } from '@drover/contract';
import type { Caller } from '../../auth/caller';
import type { Settings } from '../../context/settings';
import type { Prisma } from '../../database/client/client';
import { newId } from '../../database/ids';
import { enqueueMail } from '../mail/queue';

/** Reads invitations with their last emails. */
export const withMail = {
  mails: {
    orderBy: { id: 'desc' },
    take: 1,
    select: { state: true, sentAt: true, createdAt: true, error: true },
  },
} as const satisfies Prisma.InvitationInclude;

export type InvitationRow = Prisma.InvitationGetPayload<{ include: typeof withMail }>;

interface MailedInvitation {
  id: string;
  email: string;
  language: string;
  caller: Caller;
}

/** Queues the email of an invitation, or records why there is none. */
export async function mailInvitation(
  transaction: Prisma.TransactionClient,
  { SMTP_URL }: Settings,
  { id: invitationId, email: recipient, language, caller }: MailedInvitation,
): Promise<void> {
  const { expiresAt } = await transaction.invitation.findUniqueOrThrow({ where: { id: invitationId } });
  const kind = 'invitation';
  if (SMTP_URL !== undefined) {
    const details = { inviter: caller.personName ?? '' };
    await enqueueMail(transaction, { kind, recipient, language, details, invitationId });
    return;
  }
  const error = 'This server cannot send email, because SMTP_URL is not set.';
  const state = { state: 'failed' as const, error, nextAttemptAt: null };
  await transaction.mail.create({
    data: { id: newId(), kind, recipient, language, invitationId, expiresAt, ...state },
  });
}

export function toInvitation({
  id,
  name,
  role,
  groupIds,
  email,
  mails,
  createdAt,
  expiresAt,
}: InvitationRow): Invitation {
  const [mail] = mails;
  return {
    _id: id,
    name,
    role,
    groups: groupIds,
    email,
    mail: mail
      ? { state: mail.state, at: (mail.sentAt ?? mail.createdAt).toISOString(), error: mail.error }
      : null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
