import { cutChars, LIMITS } from '@drover/contract';
import type { Caller } from '../../auth/caller';
import { hashPassword } from '../../auth/passwords';
import type { AppContext } from '../../context/app-context';
import type { Prisma } from '../../database/client/client';
import { ApiError } from '../../errors/api-error';
import { notifyPerson } from '../mail/queue';
import { assertCurrentPassword, findPersonOf } from '../second-factor/person-of-caller';
import { clearSecondFactor } from '../second-factor/second-factor';

type Database = Pick<Prisma.TransactionClient, 'person'>;

interface PersonChange {
  name?: string;
  email?: string;
  password?: string;
  currentPassword?: string;
}

/** Updates the person of the caller. A new password ends all sessions of the person except the current one. */
export async function updatePerson(
  context: AppContext,
  caller: Caller,
  { name, password, currentPassword, ...change }: PersonChange,
): Promise<void> {
  const { prisma } = context;
  const email = change.email && normalizeEmail(change.email);
  if (name === undefined && email === undefined && password === undefined) return;
  const person = await findPersonOf(context, caller);
  if (password) await assertCurrentPassword(context, person, { currentPassword, address: caller.address });
  const passwordHash = password && (await hashPassword(password));
  await prisma.$transaction(async (transaction) => {
    if (email && email !== person.email) await assertEmailAvailable(transaction, email);
    await transaction.person.update({ where: { id: person.id }, data: { name, email, passwordHash } });
    if (passwordHash) {
      await transaction.accessToken.deleteMany({
        where: { personId: person.id, kind: 'session', id: { not: caller.tokenId } },
      });
    }
  });
  if (passwordHash) await notifyPerson(context, person, { kind: 'passwordChanged' });
}

/** A lost password to replace. */
interface LostPassword {
  email: string;
  password: string;
  isSecondFactorRemoved: boolean;
}

/** Replaces a lost password and ends all sessions. Returns what the person signs in with, if there is one. */
export async function resetPasswordOf(
  prisma: AppContext['prisma'],
  { email, password, isSecondFactorRemoved }: LostPassword,
): Promise<{ hasSecondFactor: boolean } | undefined> {
  const person = await prisma.person.findUnique({ where: { email: normalizeEmail(email) } });
  if (!person) return undefined;
  const passwordHash = await hashPassword(password);
  await prisma.$transaction(async (transaction) => {
    await transaction.person.update({ where: { id: person.id }, data: { passwordHash } });
    await transaction.accessToken.deleteMany({ where: { personId: person.id, kind: 'session' } });
    if (isSecondFactorRemoved) await clearSecondFactor(transaction, person.id);
  });
  return { hasSecondFactor: person.secondFactorAt !== null && !isSecondFactorRemoved };
}

/** Returns the default name of an account and of a person. */
export function defaultNameOf(email: string): string {
  return cutChars(email.split('@')[0] ?? email, LIMITS.accountNameChars);
}

/** Normalizes an email address, so that its upper and lower case forms belong to the same person. */
export function normalizeEmail(email: string): string {
  return email.toLowerCase();
}

export async function assertEmailAvailable(database: Database, email: string): Promise<void> {
  const where = { email: normalizeEmail(email) };
  if (await database.person.findUnique({ where, select: { id: true } })) {
    throw new ApiError('conflict', { message: 'An account with this email address already exists.' });
  }
}
