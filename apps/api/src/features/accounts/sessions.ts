import type { Person } from '../../database/client/client';
import { LIMITS, Scope, type CreateSession, type OwnSessionList, type Session } from '@drover/contract';
import { newId } from '../../database/ids';
import { ApiError, orNotFound } from '../../errors/api-error';
import type { Caller } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { toAccount } from './accounts';
import { describeBrowser } from './describe-browser';
import { normalizeEmail } from './persons';
import { isSingleSignOn } from './single-sign-on';
import { hashSecret, newSecret } from '../../auth/credentials';
import { isPassword } from '../../auth/passwords';
import { notifyPerson } from '../mail/queue';
import { assertSecondFactor } from '../second-factor/check-code';
import { countSignInAttempt, forgetSignInAttempts } from '../second-factor/sign-in-attempts';

/** A session, and the secret for its cookie. */
export interface NewSession {
  session: Session;
  secret: string;
}

/** Who signs in, and from where. */
export interface SignInRequest {
  /** The caller of the request, if it is signed in already. */
  caller: Caller | undefined;
  userAgent: string;
  /** IP address. */
  address: string;
  /** Language of the browser, of those in which emails are written. */
  language: string;
}

/** Signs in. Ends the session that the browser had, so that a session that somebody planted there is worth nothing. */
export async function createSession(
  context: AppContext,
  login: CreateSession,
  request: SignInRequest,
): Promise<NewSession> {
  const person = await findPersonByLogin(context, login, request.address);
  if (!person) throw new ApiError('invalidLogin');
  await assertNeedsNoProvider(context, person.id);
  return openSession(context, person, request);
}

/** Fails if the installation requires single sign-on of the person. Owners can always sign in otherwise. */
export async function assertNeedsNoProvider(
  { prisma, settings }: Pick<AppContext, 'prisma' | 'settings'>,
  personId: string,
): Promise<void> {
  if (settings.DROVER_PASSWORD_SIGN_IN === 'allow') return;
  const where = { personId, role: 'owner' as const };
  if (await prisma.member.findFirst({ where, select: { id: true } })) return;
  throw new ApiError('singleSignOnRequired');
}

/** Returns the person with these credentials, the second factor included. Undefined if the address is unknown. */
export async function findPersonByLogin(
  context: AppContext,
  { email, password, code }: CreateSession,
  address: string,
): Promise<Person | undefined> {
  const isStorable = !email.includes('\0');
  const key = await countSignInAttempt(context, normalizeEmail(email), address);
  const person = isStorable
    ? await context.prisma.person.findUnique({ where: { email: normalizeEmail(email) } })
    : null;
  const isCorrect = await isPassword(person?.passwordHash, password);
  if (!person) return undefined;
  if (!isCorrect) throw new ApiError('invalidLogin');
  await assertSecondFactor(context, person, { code, address });
  await forgetSignInAttempts(context, key);
  return person;
}

interface SessionChoice extends SignInRequest {
  /** By default the workspace in which the person was last. */
  accountId?: string;
  /** The identity provider at which the person signed in. */
  provider?: SessionProvider;
}

interface SessionProvider {
  providerId: string;
  /** The workspace of the provider. */
  accountId: string;
  issuer: string;
  subject: string;
  /** ID of the session at the provider. */
  sid: string | null;
  /** The ID token, encrypted. */
  idToken: Buffer<ArrayBuffer> | undefined;
  /** Whether the provider asks everybody for a second factor. */
  hasFactor: boolean;
}

/** Creates a session of a person who has proved who it is, by a second factor too if the person has one. */
export async function openSession(
  context: AppContext,
  person: Person,
  { caller, userAgent, address, language, accountId, provider }: SessionChoice,
): Promise<NewSession> {
  const { prisma } = context;
  const member = await prisma.member.findFirst({
    where: { personId: person.id, accountId },
    orderBy: [{ lastSeenAt: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }],
    include: { account: true },
  });
  if (!member) throw new ApiError('noWorkspace');
  const secret = newSecret('hms');
  const expiresAt = new Date(Date.now() + LIMITS.sessionSeconds * 1000);
  const browser = describeBrowser(userAgent);
  await announceSession(context, person, { browser, address });
  await removeStaleSessions(prisma, person.id, caller);
  if (language !== person.language) {
    await prisma.person.updateMany({ where: { id: person.id }, data: { language } });
  }
  const { hasFactor: hasProviderFactor = false, ...providerSession } = provider ?? {};
  await prisma.accessToken.create({
    data: {
      id: newId(),
      accountId: member.accountId,
      personId: person.id,
      kind: 'session',
      name: browser,
      hash: hashSecret(secret),
      scopes: Scope.options,
      address,
      hasSecondFactor: person.secondFactorAt !== null,
      hasProviderFactor,
      expiresAt,
      providerSession: provider && { create: providerSession as Omit<SessionProvider, 'hasFactor'> },
    },
  });
  const lacksSingleSignOn =
    member.account.isSingleSignOnRequired &&
    !isSingleSignOn({ person, member, providerAccountId: provider?.accountId });
  const account = toAccount(member.account, {
    ...person,
    ...{ role: member.role, hasProviderFactor, lacksSingleSignOn },
  });
  return { session: { account, expiresAt: expiresAt.toISOString() }, secret };
}

/** Tells a person who is signed in elsewhere of a session in a browser that has none. */
async function announceSession(
  context: AppContext,
  person: Person,
  { browser, address }: { browser: string; address: string },
): Promise<void> {
  if (context.settings.SMTP_URL === undefined) return;
  const where = { personId: person.id, kind: 'session' as const };
  const sessions = await context.prisma.accessToken.findMany({
    where,
    distinct: 'name',
    select: { name: true },
  });
  if (sessions.length === 0 || sessions.some(({ name }) => name === browser)) return;
  await notifyPerson(context, person, { kind: 'newSession', details: { browser, address } });
}

/** Removes the session that a new one replaces, those that have expired, and the oldest one if there are too many. */
async function removeStaleSessions(
  prisma: AppContext['prisma'],
  personId: string,
  caller: Caller | undefined,
): Promise<void> {
  const sessions = { personId, kind: 'session' as const };
  const beyond = await prisma.accessToken.findMany({
    where: { ...sessions, expiresAt: { gt: new Date() } },
    orderBy: { id: 'desc' },
    skip: LIMITS.sessions - 1,
    select: { id: true },
  });
  const replaced = caller?.kind === 'session' ? [caller.tokenId] : [];
  await prisma.accessToken.deleteMany({
    where: {
      OR: [
        { ...sessions, expiresAt: { lte: new Date() } },
        { id: { in: [...replaced, ...beyond.map(({ id }) => id)] } },
      ],
    },
  });
}

export async function removeSession({ prisma }: AppContext, { kind, tokenId }: Caller): Promise<void> {
  if (kind === 'session') await prisma.accessToken.deleteMany({ where: { id: tokenId } });
}

/** Lists the sessions of the caller's person in all workspaces. A token of the workspace has none. */
export async function listSessions(
  { prisma }: AppContext,
  { personId, tokenId }: Caller,
): Promise<OwnSessionList> {
  const rows = await prisma.accessToken.findMany({
    where: {
      personId: personId ?? '',
      kind: 'session',
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    orderBy: { id: 'desc' },
  });
  const items = rows.map(({ id, name, address, createdAt, lastUsedAt, expiresAt, hasSecondFactor }) => ({
    ...{ _id: id, name, address, hasSecondFactor, isCurrent: id === tokenId },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }));
  return { count: items.length, items };
}

/** Ends one session of the caller's person. Its event streams end within seconds. */
export async function removeOneSession(
  { prisma }: AppContext,
  { personId }: Caller,
  sessionId: string,
): Promise<void> {
  const where = { id: sessionId, personId: personId ?? '', kind: 'session' as const };
  const { count } = await prisma.accessToken.deleteMany({ where });
  orNotFound(count || null);
}

/** Ends the sessions of the caller's person except the one of the request. */
export async function removeOtherSessions(
  { prisma }: AppContext,
  { personId, tokenId }: Caller,
): Promise<void> {
  const where = { personId: personId ?? '', kind: 'session' as const, id: { not: tokenId } };
  await prisma.accessToken.deleteMany({ where });
}
