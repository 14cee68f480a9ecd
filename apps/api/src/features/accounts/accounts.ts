import {
  cutChars,
  LIMITS,
  type Account,
  type CreateAccount,
  type Installation,
  type UpdateAccount,
} from '@drover/contract';
import { timingSafeEqual } from 'node:crypto';
import type { Account as Row, Prisma } from '../../database/client/client';
import { newId } from '../../database/ids';
import { takeLock } from '../../database/locks';
import { ApiError, orNotFound, invalid } from '../../errors/api-error';
import type { Caller } from '../../auth/caller';
import { hashSecret } from '../../auth/credentials';
import type { AppContext } from '../../context/app-context';
import { VERSION } from '../../context/version';
import { hashPassword, isPassword } from '../../auth/passwords';

/** Who asks for an account. */
export interface AccountRequester {
  caller: Caller | undefined;
  /** Whether the request comes from the machine of the server. */
  isLocal: boolean;
}

export async function getInstallation(
  { prisma, settings }: AppContext,
  { isLocal }: Pick<AccountRequester, 'isLocal'>,
): Promise<Installation> {
  const hasAccount = (await prisma.account.findFirst({ select: { id: true } })) !== null;
  return {
    version: VERSION,
    hasAccount,
    isSignUpOpen: settings.DROVER_SIGN_UP === 'open',
    isSetupCodeRequired: !hasAccount && !isLocal,
  };
}

/** Writes the set-up code to the log if there is no account yet. */
export async function logSetupCode(context: AppContext): Promise<void> {
  const { hasAccount } = await getInstallation(context, { isLocal: true });
  const { log, publicUrl, setupCode } = context;
  if (hasAccount) return;
  log.warn({ url: publicUrl, setupCode }, 'There is no account yet. Create the first one in the console');
}

/**
 * Creates an account. The first one becomes the administrator; from another machine it needs the set-up code. Others
 * need an administrator or open sign-up.
 */
export async function createAccount(
  context: AppContext,
  { caller, isLocal }: AccountRequester,
  { email, password, name, setupCode }: CreateAccount,
): Promise<Account> {
  const { prisma, settings } = context;
  const passwordHash = await hashPassword(password);
  return prisma.$transaction(async (transaction) => {
    // Concurrent requests for the first account run one after another.
    await takeLock(transaction, 'first account');
    const isFirst = (await transaction.account.count()) === 0;
    if (!isFirst && !caller?.isAdministrator && settings.DROVER_SIGN_UP !== 'open') {
      throw new ApiError('forbidden', {
        message: 'Sign-up is closed. Ask an administrator for an account.',
      });
    }
    if (isFirst && !isLocal && !isSetupCode(context, setupCode)) throw new ApiError('setupCodeRequired');
    await assertEmailAvailable(transaction, email);
    const account = await transaction.account.create({
      data: {
        id: newId(),
        email: normalizeEmail(email),
        name: name ?? defaultNameOf(email),
        passwordHash,
        isAdministrator: isFirst,
        isReviewer: isFirst,
      },
    });
    return toAccount(account);
  });
}

export async function getAccount({ prisma }: AppContext, accountId: string): Promise<Account> {
  return toAccount(orNotFound(await prisma.account.findUnique({ where: { id: accountId } })));
}

/** Updates the account. A new password ends all sessions except the current one. */
export async function updateAccount(
  context: AppContext,
  caller: Caller,
  change: UpdateAccount,
): Promise<void> {
  const { prisma } = context;
  const account = orNotFound(await prisma.account.findUnique({ where: { id: caller.accountId } }));
  if (change.password && account.passwordHash) {
    const isCorrect = await isPassword(account.passwordHash, change.currentPassword ?? '');
    if (!isCorrect) throw invalid('currentPassword', 'must be the current password');
  }
  const passwordHash = change.password && (await hashPassword(change.password));
  const email = change.email && normalizeEmail(change.email);
  await prisma.$transaction(async (transaction) => {
    if (email && email !== account.email) await assertEmailAvailable(transaction, email);
    await transaction.account.update({
      where: { id: account.id },
      data: { name: change.name, email, passwordHash },
    });
    if (passwordHash) {
      await transaction.accessToken.deleteMany({
        where: { accountId: account.id, kind: 'session', id: { not: caller.tokenId } },
      });
    }
  });
}

/** Replaces a lost password and ends all sessions. Returns whether the account exists. */
export async function resetPasswordOf(
  prisma: AppContext['prisma'],
  email: string,
  password: string,
): Promise<boolean> {
  const where = { email: normalizeEmail(email) };
  const account = await prisma.account.findUnique({ where, select: { id: true } });
  if (!account) return false;
  const passwordHash = await hashPassword(password);
  await prisma.$transaction([
    prisma.account.update({ where: { id: account.id }, data: { passwordHash } }),
    prisma.accessToken.deleteMany({ where: { accountId: account.id, kind: 'session' } }),
  ]);
  return true;
}

function isSetupCode({ setupCode }: AppContext, code: string | undefined): boolean {
  // Equal lengths, which timingSafeEqual needs.
  const bytesOf = (text: string) => Buffer.from(hashSecret(text));
  return timingSafeEqual(bytesOf(setupCode), bytesOf(code?.trim() ?? ''));
}

/** Returns the default name of an account. */
export function defaultNameOf(email: string): string {
  return cutChars(email.split('@')[0] ?? email, LIMITS.accountNameChars);
}

/** Normalizes an email address, so that its upper and lower case forms belong to the same account. */
export function normalizeEmail(email: string): string {
  return email.toLowerCase();
}

async function assertEmailAvailable(transaction: Prisma.TransactionClient, email: string): Promise<void> {
  const taken = await transaction.account.findUnique({
    where: { email: normalizeEmail(email) },
    select: { id: true },
  });
  if (taken) {
    throw new ApiError('conflict', { message: 'An account with this email address already exists.' });
  }
}

export function toAccount({ id, email, name, isAdministrator, isReviewer, createdAt }: Row): Account {
  return { _id: id, email, name, isAdministrator, isReviewer, createdAt: createdAt.toISOString() };
}
