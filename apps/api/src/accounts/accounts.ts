import {
  cutChars,
  LIMITS,
  type Account,
  type CreateAccount,
  type Installation,
  type UpdateAccount,
} from '@drover/contract';
import type { Account as Row, Prisma } from '../database/client/client';
import { newId } from '../database/ids';
import { ApiError, found, invalid } from '../http/api-error';
import type { Caller } from '../http/caller';
import type { Service } from '../service';
import { VERSION } from '../version';
import { hashPassword, isPassword } from './passwords';

/** Any number: whoever makes an account while there is none holds this lock. */
const firstAccountLock = 7_301_001;

export async function getInstallation({ prisma, settings }: Service): Promise<Installation> {
  const first = await prisma.account.findFirst({ select: { id: true } });
  return { version: VERSION, hasAccount: first !== null, isSignUpOpen: settings.DROVER_SIGN_UP === 'open' };
}

/** The first account comes freely and runs the installation; later ones by an administrator, or where sign-up is open. */
export async function createAccount(
  { prisma, settings }: Service,
  caller: Caller | undefined,
  { email, password, name }: CreateAccount,
): Promise<Account> {
  const passwordHash = await hashPassword(password);
  return prisma.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${firstAccountLock}::bigint)`;
    const isFirst = (await transaction.account.count()) === 0;
    if (!isFirst && !caller?.isAdministrator && settings.DROVER_SIGN_UP !== 'open') {
      throw new ApiError('forbidden', {
        message: 'Sign-up is closed here. Ask an administrator for an account.',
      });
    }
    await refuseTaken(transaction, email);
    const account = await transaction.account.create({
      data: {
        id: newId(),
        email: fold(email),
        name: name ?? nameFrom(email),
        passwordHash,
        isAdministrator: isFirst,
        isReviewer: isFirst,
      },
    });
    return toAccount(account);
  });
}

export async function getAccount({ prisma }: Service, accountId: string): Promise<Account> {
  return toAccount(found(await prisma.account.findUnique({ where: { id: accountId } })));
}

/** A new password ends all sessions but the one that set it. */
export async function updateAccount(service: Service, caller: Caller, change: UpdateAccount): Promise<void> {
  const { prisma } = service;
  const account = found(await prisma.account.findUnique({ where: { id: caller.accountId } }));
  if (change.password && account.passwordHash) {
    const isKnown = await isPassword(account.passwordHash, change.currentPassword ?? '');
    if (!isKnown) throw invalid('currentPassword', 'must be the present password');
  }
  const passwordHash = change.password && (await hashPassword(change.password));
  await prisma.$transaction(async (transaction) => {
    if (change.email && fold(change.email) !== account.email) await refuseTaken(transaction, change.email);
    await transaction.account.update({
      where: { id: account.id },
      data: { name: change.name, email: change.email && fold(change.email), passwordHash },
    });
    if (passwordHash) {
      await transaction.accessToken.deleteMany({
        where: { accountId: account.id, kind: 'session', id: { not: caller.tokenId } },
      });
    }
  });
}

/** What an account is called that was made without a name. */
export function nameFrom(email: string): string {
  return cutChars(email.split('@')[0] ?? email, LIMITS.accountNameChars);
}

/** One address, one account, however it is written. */
export function fold(email: string): string {
  return email.toLowerCase();
}

async function refuseTaken(transaction: Prisma.TransactionClient, email: string): Promise<void> {
  const taken = await transaction.account.findUnique({ where: { email: fold(email) }, select: { id: true } });
  if (taken)
    throw new ApiError('conflict', { message: 'There is an account with this e-mail address already.' });
}

export function toAccount({ id, email, name, isAdministrator, isReviewer, createdAt }: Row): Account {
  return { _id: id, email, name, isAdministrator, isReviewer, createdAt: createdAt.toISOString() };
}
