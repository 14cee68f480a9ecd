import type { Caller } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import type { IdentityProvider } from '../../context/identity-providers';
import type { Member, Person } from '../../database/client/client';
import { ApiError } from '../../errors/api-error';

/** Returns the workspace that people of a provider join: the first one by default. */
export async function findProviderWorkspace(
  { prisma }: Pick<AppContext, 'prisma'>,
  { workspace }: IdentityProvider,
): Promise<string | undefined> {
  const account = await prisma.account.findFirst({
    where: { id: workspace },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  return account?.id;
}

/** A member who signs in, and the workspace of the provider at which the session begins. */
interface Entry {
  person: Pick<Person, 'secondFactorAt'>;
  member: Pick<Member, 'accountId' | 'role'>;
  providerAccountId: string | undefined;
}

/** Returns whether a session meets the requirement of single sign-on. Owners may use a second factor instead. */
export function isSingleSignOn({ person, member: { accountId, role }, providerAccountId }: Entry): boolean {
  return providerAccountId === accountId || (role === 'owner' && person.secondFactorAt !== null);
}

/** Keeps admins from locking everybody out: there is a provider, and the caller could still enter. */
export async function assertCanRequireSingleSignOn(context: AppContext, caller: Caller): Promise<void> {
  const { accountId, personId, role, tokenId, kind } = caller;
  const providers = context.settings.DROVER_IDENTITY_PROVIDERS ?? [];
  const workspaces = await Promise.all(providers.map((one) => findProviderWorkspace(context, one)));
  if (!workspaces.includes(accountId)) {
    const message = 'This server has no identity provider for this workspace. Ask its operator to add one.';
    throw new ApiError('conflict', { message });
  }
  if (kind !== 'session' || personId === null) return;
  const [person, session] = await Promise.all([
    context.prisma.person.findUniqueOrThrow({ where: { id: personId } }),
    context.prisma.providerSession.findUnique({ where: { tokenId }, select: { accountId: true } }),
  ]);
  const member = { accountId, role };
  if (isSingleSignOn({ person, member, providerAccountId: session?.accountId ?? undefined })) return;
  throw new ApiError('conflict', {
    message:
      'You would lock yourself out. Sign in by single sign-on first. Owners can also turn on a second factor.',
  });
}
