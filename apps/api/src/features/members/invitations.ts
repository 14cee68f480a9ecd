import type {
  AcceptInvitation,
  CreatedInvitation,
  CreateInvitation,
  InvitationList,
  OpenInvitation,
  Paging,
  SendInvitation,
} from '@drover/contract';
import { LIMITS } from '@drover/contract';
import { assertRole, type Caller } from '../../auth/caller';
import { hashSecret, newSecret } from '../../auth/credentials';
import { hashPassword } from '../../auth/passwords';
import type { AppContext } from '../../context/app-context';
import type { Invitation, Person, Prisma } from '../../database/client/client';
import { conflictIfTaken } from '../../database/conflict';
import { newId } from '../../database/ids';
import { findRows, listPage } from '../../database/lists';
import { assertQuota } from '../../database/quota';
import { ApiError, invalid, orNotFound } from '../../errors/api-error';
import { requireGroups } from './bound-groups';
import { connectDirectoryUser } from './directory-members';
import { defaultNameOf, normalizeEmail } from '../accounts/persons';
import { lockWorkspace } from './members';
import { mailInvitation, toInvitation, withMail, type InvitationRow as Row } from './invitation-mails';
import {
  assertNeedsNoProvider,
  findPersonByLogin,
  openSession,
  type NewSession,
  type SignInRequest,
} from '../accounts/sessions';

/** Validity of an invitation for which no other is requested: 7 days. */
const defaultSeconds = 604_800;

const quota = {
  table: 'Invitation',
  max: LIMITS.invitations,
  message: `A workspace can have at most ${LIMITS.invitations} invitations. Revoke one first.`,
} as const;

export async function listInvitations(
  { prisma }: AppContext,
  accountId: string,
  paging: Paging,
): Promise<InvitationList> {
  type Where = Prisma.InvitationWhereInput;
  const table = {
    findMany: (page: { where: { AND: Where[] }; orderBy: { id: 'desc' }; take: number }) =>
      prisma.invitation.findMany({ ...page, include: withMail }),
    count: (args: { where: Where; take: number }) => prisma.invitation.count(args),
  };
  const where = { accountId, expiresAt: { gt: new Date() } };
  return listPage(paging, { ...findRows<Where, Row>(table, where), item: toInvitation });
}

/** Creates an invitation with at most the role of the caller. */
export async function createInvitation(
  { prisma, settings }: AppContext,
  caller: Caller,
  {
    role,
    name,
    groups = [],
    email,
    language,
    expiresIn = defaultSeconds,
  }: CreateInvitation & {
    language: string;
  },
): Promise<CreatedInvitation> {
  assertRole(caller, role);
  const { accountId, personId: createdById } = caller;
  const token = newSecret('hmi');
  const row = await prisma.$transaction(async (transaction) => {
    await transaction.invitation.deleteMany({ where: { accountId, expiresAt: { lte: new Date() } } });
    await assertQuota(transaction, { accountId, ...quota });
    const expiresAt = new Date(Date.now() + expiresIn * 1000);
    const groupIds = await requireGroups(transaction, accountId, groups);
    const data = {
      id: newId(),
      accountId,
      role,
      groupIds,
      name,
      email,
      hash: hashSecret(token),
      createdById,
      expiresAt,
    };
    const { id } = await transaction.invitation.create({ data });
    if (email) await mailInvitation(transaction, settings, { id, email, language, caller });
    return transaction.invitation.findUniqueOrThrow({ where: { id }, include: withMail });
  });
  return { ...toInvitation(row), token };
}

/** Sends an invitation once more. Its earlier links stay valid, and the first one that is used ends all. */
export async function sendInvitation(
  { prisma, settings }: AppContext,
  caller: Caller,
  { invitationId, email, language }: SendInvitation & { invitationId: string; language: string },
): Promise<CreatedInvitation> {
  const { accountId } = caller;
  const token = newSecret('hmi');
  const where = { id: invitationId, accountId, expiresAt: { gt: new Date() } };
  const row = await prisma.$transaction(async (transaction) => {
    const invitation = orNotFound(await transaction.invitation.findFirst({ where }));
    assertRole(caller, invitation.role);
    const recipient = email ?? invitation.email;
    if (!recipient) throw invalid('email', 'is required, because the invitation has none');
    const id = invitation.id;
    const { count } = await transaction.invitation.updateMany({ where: { id }, data: { email: recipient } });
    orNotFound(count || null);
    if ((await transaction.mail.count({ where: { invitationId } })) >= LIMITS.invitationMails) {
      throw new ApiError('conflict', { message: tooManyMails });
    }
    await transaction.invitationLink.create({ data: { hash: hashSecret(token), invitationId } });
    await mailInvitation(transaction, settings, { id, email: recipient, language, caller });
    return transaction.invitation.findUniqueOrThrow({ where: { id }, include: withMail });
  });
  return { ...toInvitation(row), token };
}

const tooManyMails = `An invitation can be sent at most ${LIMITS.invitationMails} times. Create a new one.`;

export async function removeInvitation(
  { prisma }: AppContext,
  accountId: string,
  invitationId: string,
): Promise<void> {
  const { count } = await prisma.invitation.deleteMany({ where: { id: invitationId, accountId } });
  orNotFound(count || null);
}

export async function lookUpInvitation({ prisma }: AppContext, token: string): Promise<OpenInvitation> {
  const { account, role, expiresAt } = await findInvitation(prisma, token);
  return { workspace: account.name, role, expiresAt: expiresAt.toISOString() };
}

export async function findInvitation(prisma: AppContext['prisma'], token: string) {
  const hash = hashSecret(token);
  const invitation = await prisma.invitation.findFirst({
    where: { OR: [{ hash }, { links: { some: { hash } } }] },
    include: { account: { select: { name: true } } },
  });
  if (!invitation || invitation.expiresAt <= new Date()) throw new ApiError('invalidInvitation');
  return invitation;
}

/** Joins a workspace and signs in. The invitation can be used once, also by concurrent requests. */
export async function acceptInvitation(
  context: AppContext,
  request: SignInRequest,
  { token, ...login }: AcceptInvitation,
): Promise<NewSession> {
  const { prisma } = context;
  const invitation = await findInvitation(prisma, token);
  const { person, isNew } = await findInvited(context, request, login);
  const join = prisma.$transaction(async (transaction) => {
    await joinWorkspace(transaction, invitation, { person, isNew });
  });
  await conflictIfTaken(join, 'You are a member of this workspace already.');
  return openSession(context, person, { ...request, accountId: invitation.accountId });
}

/** Uses an invitation, and makes the person a member. */
export async function joinWorkspace(
  transaction: Prisma.TransactionClient,
  { id, accountId, role, groupIds }: Invitation,
  { person, isNew }: Invited,
): Promise<void> {
  await lockWorkspace(transaction, accountId);
  const { count } = await transaction.invitation.deleteMany({ where: { id } });
  if (count === 0) throw new ApiError('invalidInvitation');
  if (isNew) await transaction.person.create({ data: person });
  await transaction.member.create({
    data: { id: newId(), accountId, personId: person.id, role, groupIds },
  });
  await connectDirectoryUser(transaction, accountId, person);
}

interface Invited {
  person: Person;
  isNew: boolean;
}

/** Returns the person who joins: the one with the email address and password, a new one, or that of the session. */
async function findInvited(
  context: AppContext,
  { caller, address }: SignInRequest,
  { email, password, code, name }: Omit<AcceptInvitation, 'token'>,
): Promise<Invited> {
  if (email === undefined && caller?.kind === 'session') {
    const where = { id: caller.personId ?? '' };
    return { person: orNotFound(await context.prisma.person.findUnique({ where })), isNew: false };
  }
  if (email === undefined) throw invalid('email', 'is required, because you are not signed in');
  if (password === undefined) throw invalid('password', 'is required');
  const known = await findPersonByLogin(context, { email, password, code }, address);
  // New people own no workspace.
  await assertNeedsNoProvider(context, known?.id ?? '');
  if (known) return { person: known, isNew: false };
  const passwordHash = await hashPassword(password);
  return { person: newPerson({ id: newId(), email, name, passwordHash }), isNew: true };
}

interface NewPerson extends Pick<Person, 'id' | 'email' | 'passwordHash'> {
  name: string | undefined;
}

export const newPerson = ({ id, email, name, passwordHash }: NewPerson): Person => ({
  ...{ id, email: normalizeEmail(email), passwordHash, createdAt: new Date() },
  ...{ name: name ?? defaultNameOf(email), secondFactorAt: null },
  ...{ totpSecret: null, totpDraft: null, totpStep: null, wrongCodes: 0, language: null },
});
