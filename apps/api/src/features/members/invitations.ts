import type {
  AcceptInvitation,
  CreatedInvitation,
  CreateInvitation,
  Invitation,
  InvitationList,
  OpenInvitation,
  Paging,
} from '@drover/contract';
import { LIMITS } from '@drover/contract';
import { assertRole, type Caller } from '../../auth/caller';
import { hashSecret, newSecret } from '../../auth/credentials';
import { hashPassword } from '../../auth/passwords';
import type { AppContext } from '../../context/app-context';
import type { Invitation as Row, Person } from '../../database/client/client';
import { conflictIfTaken } from '../../database/conflict';
import { newId } from '../../database/ids';
import { findRows, listPage } from '../../database/lists';
import { assertQuota } from '../../database/quota';
import { ApiError, invalid, orNotFound } from '../../errors/api-error';
import { defaultNameOf, normalizeEmail } from '../accounts/persons';
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
  const where = { accountId, expiresAt: { gt: new Date() } };
  return listPage(paging, { ...findRows(prisma.invitation, where), item: toInvitation });
}

/** Creates an invitation with at most the role of the caller. */
export async function createInvitation(
  { prisma }: AppContext,
  caller: Caller,
  { role, name, expiresIn = defaultSeconds }: CreateInvitation,
): Promise<CreatedInvitation> {
  assertRole(caller, role);
  const { accountId, personId: createdById } = caller;
  const token = newSecret('hmi');
  const row = await prisma.$transaction(async (transaction) => {
    await transaction.invitation.deleteMany({ where: { accountId, expiresAt: { lte: new Date() } } });
    await assertQuota(transaction, { accountId, ...quota });
    const expiresAt = new Date(Date.now() + expiresIn * 1000);
    return transaction.invitation.create({
      data: { id: newId(), accountId, role, name, hash: hashSecret(token), createdById, expiresAt },
    });
  });
  return { ...toInvitation(row), token };
}

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

async function findInvitation(prisma: AppContext['prisma'], token: string) {
  const invitation = await prisma.invitation.findUnique({
    where: { hash: hashSecret(token) },
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
  const { id, accountId, role } = await findInvitation(prisma, token);
  const { person, isNew } = await findInvited(context, request, login);
  const join = prisma.$transaction(async (transaction) => {
    const { count } = await transaction.invitation.deleteMany({ where: { id } });
    if (count === 0) throw new ApiError('invalidInvitation');
    if (isNew) await transaction.person.create({ data: person });
    await transaction.member.create({ data: { id: newId(), accountId, personId: person.id, role } });
  });
  await conflictIfTaken(join, 'You are a member of this workspace already.');
  return openSession(prisma, person, { ...request, accountId });
}

/** Returns the person who joins: the one with the e-mail address and password, a new one, or that of the session. */
async function findInvited(
  context: AppContext,
  { caller, address }: SignInRequest,
  { email, password, code, name }: Omit<AcceptInvitation, 'token'>,
): Promise<{ person: Person; isNew: boolean }> {
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
  const person = {
    ...{ id: newId(), email: normalizeEmail(email), passwordHash, createdAt: new Date() },
    ...{ name: name ?? defaultNameOf(email), secondFactorAt: null },
    ...{ totpSecret: null, totpDraft: null, totpStep: null, wrongCodes: 0 },
  };
  return { person, isNew: true };
}

function toInvitation({ id, name, role, createdAt, expiresAt }: Row): Invitation {
  return { _id: id, name, role, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
