import type { Person } from '../../database/client/client';
import { LIMITS, Scope, type CreateSession, type Session } from '@drover/contract';
import { newId } from '../../database/ids';
import { ApiError } from '../../errors/api-error';
import type { Caller } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { toAccount } from './accounts';
import { normalizeEmail } from './persons';
import { hashSecret, newSecret } from '../../auth/credentials';
import { isPassword } from '../../auth/passwords';

/** A session, and the secret for its cookie. */
export interface NewSession {
  session: Session;
  secret: string;
}

export async function createSession(
  { prisma }: AppContext,
  { email, password }: CreateSession,
  userAgent = '',
): Promise<NewSession> {
  const isStorable = !email.includes('\0');
  const person = isStorable
    ? await prisma.person.findUnique({ where: { email: normalizeEmail(email) } })
    : null;
  const isCorrect = await isPassword(person?.passwordHash, password);
  if (!person || !isCorrect) throw new ApiError('invalidLogin');
  return openSession(prisma, person, { userAgent });
}

interface SessionChoice {
  userAgent: string;
  /** By default the workspace in which the person was last. */
  accountId?: string;
}

/** Creates a session of a person who has proved who it is. */
export async function openSession(
  prisma: AppContext['prisma'],
  person: Person,
  { userAgent, accountId }: SessionChoice,
): Promise<NewSession> {
  const member = await prisma.member.findFirst({
    where: { personId: person.id, accountId },
    orderBy: [{ lastSeenAt: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }],
    include: { account: true },
  });
  if (!member) throw new ApiError('noWorkspace');
  const secret = newSecret('hms');
  const expiresAt = new Date(Date.now() + LIMITS.sessionSeconds * 1000);
  await prisma.accessToken.deleteMany({
    where: { personId: person.id, kind: 'session', expiresAt: { lte: new Date() } },
  });
  await prisma.accessToken.create({
    data: {
      id: newId(),
      accountId: member.accountId,
      personId: person.id,
      kind: 'session',
      name: describeBrowser(userAgent),
      hash: hashSecret(secret),
      scopes: Scope.options,
      expiresAt,
    },
  });
  const account = toAccount(member.account, { ...person, role: member.role });
  return { session: { account, expiresAt: expiresAt.toISOString() }, secret };
}

const browsers: [name: string, pattern: RegExp][] = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrom(e|ium)\//],
  ['Safari', /Safari\//],
];
const systems: [name: string, pattern: RegExp][] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
];

/** Names a session by its browser and system, so that its account recognizes it. */
function describeBrowser(userAgent: string): string {
  const [browser, system] = [browsers, systems].map(
    (names) => names.find(([, pattern]) => pattern.test(userAgent))?.[0],
  );
  return [browser, system].filter(Boolean).join(', ') || 'Session';
}

export async function removeSession({ prisma }: AppContext, { kind, tokenId }: Caller): Promise<void> {
  if (kind === 'session') await prisma.accessToken.deleteMany({ where: { id: tokenId } });
}
