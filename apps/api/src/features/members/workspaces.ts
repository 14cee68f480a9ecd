import type { CreateWorkspace, Workspace, WorkspaceList } from '@drover/contract';
import type { Caller } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import type { Prisma } from '../../database/client/client';
import { newId } from '../../database/ids';
import { ApiError, orNotFound } from '../../errors/api-error';

/** Lists the workspaces of the caller's person, oldest first. */
export async function listWorkspaces({ prisma }: AppContext, caller: Caller): Promise<WorkspaceList> {
  const { accountId, personId, role } = caller;
  if (personId === null) {
    const { name } = orNotFound(await prisma.account.findUnique({ where: { id: accountId } }));
    return { count: 1, items: [{ _id: accountId, name, role, isCurrent: true }] };
  }
  const rows = await prisma.member.findMany({
    where: { personId },
    orderBy: { id: 'asc' },
    include: { account: { select: { name: true } } },
  });
  const items = rows.map((row) => ({
    _id: row.accountId,
    name: row.account.name,
    role: row.role,
    isCurrent: row.accountId === accountId,
  }));
  return { count: items.length, items };
}

export async function createWorkspace(
  { prisma, settings }: AppContext,
  { personId, isAdministrator }: Caller,
  { name }: CreateWorkspace,
): Promise<Workspace> {
  if (personId === null) throw new ApiError('conflict', { message: noPerson });
  if (!isAdministrator && settings.DROVER_SIGN_UP !== 'open') {
    throw new ApiError('forbidden', { message: 'Sign-up is closed. Ask an administrator for a workspace.' });
  }
  const member = { id: newId(), personId, role: 'owner' as const };
  const account = await prisma.account.create({ data: { id: newId(), name, members: { create: member } } });
  return { _id: account.id, name, role: 'owner', isCurrent: false };
}

/** Moves the session into another workspace of the person. Its event streams end. */
export async function switchWorkspace(
  { prisma }: AppContext,
  { accountId, personId, tokenId, kind }: Caller,
  workspaceId: string,
): Promise<void> {
  const where = { accountId: workspaceId, personId: personId ?? '' };
  if (workspaceId !== accountId) orNotFound(await prisma.member.findFirst({ where }));
  if (kind !== 'session' || personId === null)
    throw new ApiError('conflict', { message: 'An access token belongs to one workspace.' });
  await prisma.$transaction((transaction) =>
    moveSession(transaction, tokenId, { accountId: workspaceId, personId }),
  );
}

/** Moves a session into another workspace of its person. The next session begins there too. */
export async function moveSession(
  transaction: Prisma.TransactionClient,
  tokenId: string,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<void> {
  // Locks the member against a concurrent removal.
  const where = { accountId, personId };
  const { count } = await transaction.member.updateMany({ where, data: { lastSeenAt: new Date() } });
  orNotFound(count || null);
  await transaction.accessToken.updateMany({ where: { id: tokenId }, data: { accountId } });
}

export const noPerson = 'This access token belongs to no person. Sign in, or use a personal access token.';
