import {
  LIMITS,
  type CompletePasswordReset,
  type CreatedPasswordReset,
  type RequestPasswordReset,
} from '@drover/contract';
import { assertRole, type Caller } from '../../auth/caller';
import { hashSecret, newSecret } from '../../auth/credentials';
import { hashPassword } from '../../auth/passwords';
import type { AppContext } from '../../context/app-context';
import { ApiError, orNotFound } from '../../errors/api-error';
import { normalizeEmail } from '../accounts/persons';
import type { SignInRequest } from '../accounts/sessions';
import { enqueueMail, notifyPerson } from '../mail/queue';
import { countSignInAttempt, forgetSignInAttempts, signInKey } from '../second-factor/sign-in-attempts';

/** Who asks for resets is counted by network address, and not by email address. */
const requestsOfAddress = 'password reset';

/**
 * Queues an email with a link. Looks nobody up: the queue does so later, so that neither the response nor its time
 * tells whether the address is known.
 */
export async function requestPasswordReset(
  context: AppContext,
  { email }: RequestPasswordReset,
  { address, language }: SignInRequest,
): Promise<void> {
  if (context.settings.SMTP_URL === undefined) throw new ApiError('mailUnavailable');
  await countSignInAttempt(context, requestsOfAddress, address);
  await enqueueMail(context.prisma, {
    kind: 'passwordReset',
    recipient: normalizeEmail(email),
    language,
    expiresInSeconds: LIMITS.passwordResetSeconds,
  });
}

/** The author of the entry in the audit log. */
interface ResetPerson {
  accountId: string;
  personId: string;
  personName: string;
}

/** Sets a new password, and ends all links and sessions of the person. A second factor is still needed to sign in. */
export async function completePasswordReset(
  context: AppContext,
  { token, password }: CompletePasswordReset,
  { address }: SignInRequest,
): Promise<ResetPerson | undefined> {
  const { prisma } = context;
  const hash = hashSecret(token);
  const isValid = { hash, expiresAt: { gt: new Date() } };
  const reset = await prisma.passwordReset.findFirst({ where: isValid, include: { person: true } });
  if (!reset) throw new ApiError('invalidPasswordReset');
  const { personId, person } = reset;
  const passwordHash = await hashPassword(password);
  await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.passwordReset.deleteMany({ where: isValid });
    if (count === 0) throw new ApiError('invalidPasswordReset');
    await transaction.passwordReset.deleteMany({ where: { personId } });
    await transaction.person.update({ where: { id: personId }, data: { passwordHash } });
    await transaction.accessToken.deleteMany({ where: { personId, kind: 'session' } });
  });
  await forgetSignInAttempts(context, signInKey(person.email, address));
  await notifyPerson(context, person, { kind: 'passwordChanged' });
  const member = await prisma.member.findFirst({ where: { personId }, orderBy: { id: 'asc' } });
  return member ? { accountId: member.accountId, personId, personName: person.name } : undefined;
}

/** Creates a link for a member. Admins get no access to other workspaces that the person is in. */
export async function createPasswordReset(
  { prisma }: AppContext,
  caller: Caller,
  memberId: string,
): Promise<CreatedPasswordReset> {
  const where = { id: memberId, accountId: caller.accountId };
  const { personId, role } = orNotFound(await prisma.member.findFirst({ where }));
  assertRole(caller, role);
  if ((await prisma.member.count({ where: { personId } })) > 1) {
    throw new ApiError('conflict', {
      message:
        'This person is a member of other workspaces too. Only the person and the operator of the server can reset the password.',
    });
  }
  return createResetLink(prisma, personId);
}

/** Creates a link with which a person sets a new password once. */
export async function createResetLink(
  prisma: AppContext['prisma'],
  personId: string,
): Promise<CreatedPasswordReset> {
  const token = newSecret('hmr');
  const expiresAt = new Date(Date.now() + LIMITS.passwordResetSeconds * 1000);
  await prisma.passwordReset.deleteMany({ where: { expiresAt: { lte: new Date() } } });
  await prisma.passwordReset.create({ data: { hash: hashSecret(token), personId, expiresAt } });
  return { token, expiresAt: expiresAt.toISOString() };
}
