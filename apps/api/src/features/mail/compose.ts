import { LIMITS } from '@drover/contract';
import { hashSecret, newSecret } from '../../auth/credentials';
import type { AppContext } from '../../context/app-context';
import type { MailText } from './mailer';
import type { ClaimedMail } from './queue';
import { mailTexts } from './texts';

/** Writes the text of an email, with a new link. Undefined if there is nobody to send it to, or nothing to send. */
export async function composeMail(context: AppContext, mail: ClaimedMail): Promise<MailText | undefined> {
  const { kind, language } = mail;
  const url = context.publicUrl;
  const details = mail.details as Record<string, string>;
  if (kind === 'invitation') return composeInvitation(context, mail);
  if (kind === 'passwordReset') return composePasswordReset(context, mail);
  return mailTexts(language)[kind]({ url, recipient: mail.recipient, ...details });
}

async function composeInvitation(
  { prisma, publicUrl }: AppContext,
  { invitationId, language, details }: ClaimedMail,
): Promise<MailText | undefined> {
  const invitation = await prisma.invitation.findUnique({
    where: { id: invitationId ?? '', expiresAt: { gt: new Date() } },
    include: { account: { select: { name: true } } },
  });
  if (!invitation) return undefined;
  const token = newSecret('hmi');
  await prisma.invitationLink.create({ data: { hash: hashSecret(token), invitationId: invitation.id } });
  const { role, account, expiresAt } = invitation;
  const { inviter = '' } = details as Record<string, string>;
  const link = `${publicUrl}/join#${token}`;
  return mailTexts(language).invitation({ inviter, workspace: account.name, role, link, expiresAt });
}

/** Persons without a password and without a passkey sign in otherwise. They get no way around that. */
async function composePasswordReset(
  { prisma, publicUrl }: AppContext,
  { recipient, language, attempts, expiresAt }: ClaimedMail,
): Promise<MailText | undefined> {
  const person = await prisma.person.findUnique({
    where: { email: recipient },
    include: { passkeys: { select: { id: true }, take: 1 } },
  });
  if (!person || (person.passwordHash === null && person.passkeys.length === 0)) return undefined;
  const where = { personId: person.id, expiresAt: { gt: new Date() } };
  const isTooMany = (await prisma.passwordReset.count({ where })) >= LIMITS.passwordResets;
  if (attempts === 1 && isTooMany) return undefined;
  const token = newSecret('hmr');
  await prisma.passwordReset.create({ data: { hash: hashSecret(token), personId: person.id, expiresAt } });
  const link = `${publicUrl}/reset-password#${token}`;
  return mailTexts(person.language ?? language).passwordReset({ recipient, url: publicUrl, link });
}
