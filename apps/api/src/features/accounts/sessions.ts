import { LIMITS, Scope, type CreateSession, type Session } from '@drover/contract';
import { newId } from '../../database/ids';
import { ApiError } from '../../errors/api-error';
import type { Caller } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { normalizeEmail, toAccount } from './accounts';
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
  const account = isStorable
    ? await prisma.account.findUnique({ where: { email: normalizeEmail(email) } })
    : null;
  const isCorrect = await isPassword(account?.passwordHash, password);
  if (!account || !isCorrect) throw new ApiError('invalidLogin');
  const secret = newSecret('hms');
  const expiresAt = new Date(Date.now() + LIMITS.sessionSeconds * 1000);
  await prisma.accessToken.deleteMany({
    where: { accountId: account.id, kind: 'session', expiresAt: { lte: new Date() } },
  });
  await prisma.accessToken.create({
    data: {
      id: newId(),
      accountId: account.id,
      kind: 'session',
      name: describeBrowser(userAgent),
      hash: hashSecret(secret),
      scopes: Scope.options,
      expiresAt,
    },
  });
  return { session: { account: toAccount(account), expiresAt: expiresAt.toISOString() }, secret };
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
