import { LIMITS, Scope, type CreateSession, type Session } from '@drover/contract';
import { newId } from '../database/ids';
import { ApiError } from '../http/api-error';
import type { Caller } from '../http/caller';
import type { Service } from '../service';
import { fold, toAccount } from './accounts';
import { hashSecret, newSecret } from './credentials';
import { isPassword } from './passwords';

/** A session and the secret that its cookie holds. */
export interface NewSession {
  session: Session;
  secret: string;
}

export async function createSession(
  { prisma }: Service,
  { email, password }: CreateSession,
): Promise<NewSession> {
  const isUsable = !email.includes('\0');
  const account = isUsable ? await prisma.account.findUnique({ where: { email: fold(email) } }) : null;
  const isRight = await isPassword(account?.passwordHash, password);
  if (!account || !isRight) throw new ApiError('invalidLogin');
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
      name: 'Session',
      hash: hashSecret(secret),
      scopes: Scope.options,
      expiresAt,
    },
  });
  return { session: { account: toAccount(account), expiresAt: expiresAt.toISOString() }, secret };
}

export async function removeSession({ prisma }: Service, { kind, tokenId }: Caller): Promise<void> {
  if (kind === 'session') await prisma.accessToken.deleteMany({ where: { id: tokenId } });
}
