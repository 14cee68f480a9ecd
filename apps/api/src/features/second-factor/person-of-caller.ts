import type { Caller } from '../../auth/caller';
import { assertRole } from '../../auth/caller';
import { isPassword } from '../../auth/passwords';
import type { AppContext } from '../../context/app-context';
import type { Person } from '../../database/client/client';
import { ApiError, invalid, orNotFound } from '../../errors/api-error';
import { countSignInAttempt, forgetSignInAttempts } from './sign-in-attempts';

/** Returns the person of the caller. Tokens of the workspace have none. */
export async function requirePerson(
  { prisma }: Pick<AppContext, 'prisma'>,
  { personId }: Caller,
): Promise<Person> {
  if (personId !== null) return orNotFound(await prisma.person.findUnique({ where: { id: personId } }));
  throw new ApiError('conflict', { message: noPerson });
}

const noPerson = 'This access token belongs to no person. Sign in, or use a personal access token.';

/** Returns the person of the caller. A token of the workspace with the role owner stands for its only owner. */
export async function findPersonOf({ prisma }: Pick<AppContext, 'prisma'>, caller: Caller): Promise<Person> {
  const { accountId, personId } = caller;
  if (personId !== null) return requirePerson({ prisma }, caller);
  assertRole(caller, 'owner');
  const where = { accountId, role: 'owner' as const };
  const owners = await prisma.member.findMany({ where, take: 2, include: { person: true } });
  if (owners.length === 1) return owners[0].person;
  throw new ApiError('forbidden', {
    message: 'This access token belongs to the workspace and to no person. Sign in, or use a personal token.',
  });
}

/** Fails unless the password is the current one of the person. Persons without a password need none. */
export async function assertCurrentPassword(
  context: AppContext,
  { email, passwordHash }: Person,
  { currentPassword, address }: { currentPassword: string | undefined; address: string },
): Promise<void> {
  if (passwordHash === null) return;
  const key = await countSignInAttempt(context, email, address);
  if (!(await isPassword(passwordHash, currentPassword ?? ''))) {
    throw invalid('currentPassword', 'must be the current password');
  }
  await forgetSignInAttempts(context, key);
}
