import { cutChars, LIMITS } from '@drover/contract';
import { assertRole, type Caller } from '../../auth/caller';
import { hashPassword, isPassword } from '../../auth/passwords';
import type { AppContext } from '../../context/app-context';
import type { Person, Prisma } from '../../database/client/client';
import { ApiError, invalid, orNotFound } from '../../errors/api-error';

type Database = Pick<Prisma.TransactionClient, 'person'>;

interface PersonChange {
  name?: string;
  email?: string;
  password?: string;
  currentPassword?: string;
}

/** Updates the person of the caller. A new password ends all sessions of the person except the current one. */
export async function updatePerson(
  { prisma }: AppContext,
  caller: Caller,
  { name, password, currentPassword, ...change }: PersonChange,
): Promise<void> {
  const email = change.email && normalizeEmail(change.email);
  if (name === undefined && email === undefined && password === undefined) return;
  const person = await findPersonOf(prisma, caller);
  if (password && person.passwordHash && !(await isPassword(person.passwordHash, currentPassword ?? ''))) {
    throw invalid('currentPassword', 'must be the current password');
  }
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
}

/** Returns the person of the caller. A token of the workspace with the role owner stands for its only owner. */
async function findPersonOf(prisma: AppContext['prisma'], caller: Caller): Promise<Person> {
  const { accountId, personId } = caller;
  if (personId !== null) return orNotFound(await prisma.person.findUnique({ where: { id: personId } }));
  assertRole(caller, 'owner');
  const where = { accountId, role: 'owner' as const };
  const owners = await prisma.member.findMany({ where, take: 2, include: { person: true } });
  if (owners.length === 1) return owners[0].person;
  throw new ApiError('forbidden', {
    message: 'This access token belongs to the workspace and to no person. Sign in, or use a personal token.',
  });
}

/** Replaces a lost password and ends all sessions. Returns whether the person exists. */
export async function resetPasswordOf(
  prisma: AppContext['prisma'],
  email: string,
  password: string,
): Promise<boolean> {
  const where = { email: normalizeEmail(email) };
  const person = await prisma.person.findUnique({ where, select: { id: true } });
  if (!person) return false;
  const passwordHash = await hashPassword(password);
  await prisma.$transaction([
    prisma.person.update({ where: { id: person.id }, data: { passwordHash } }),
    prisma.accessToken.deleteMany({ where: { personId: person.id, kind: 'session' } }),
  ]);
  return true;
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
