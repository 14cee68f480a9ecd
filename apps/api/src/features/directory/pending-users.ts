import type { Paging, PendingDirectoryUser, PendingDirectoryUserList } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import type { Directory, Prisma } from '../../database/client/client';
import { findRows, listPage } from '../../database/lists';
import { roleOfGroups } from './memberships';

const withGroups = { groups: { select: { group: { select: { displayName: true } } } } } as const;

type Where = Prisma.DirectoryUserWhereInput;
type Row = Prisma.DirectoryUserGetPayload<{ include: typeof withGroups }>;

/** Lists the active users of the directory who have not joined. Somebody whom an admin removed had joined. */
export async function listPendingUsers(
  { prisma }: AppContext,
  accountId: string,
  paging: Paging,
): Promise<PendingDirectoryUserList> {
  const directory = await prisma.directory.findUnique({ where: { accountId } });
  const table = {
    findMany: (page: { where: { AND: Where[] }; orderBy: { id: 'desc' }; take: number }) =>
      prisma.directoryUser.findMany({ ...page, include: withGroups }),
    count: (args: { where: Where; take: number }) => prisma.directoryUser.count(args),
  };
  const where = { accountId, isActive: true, personId: null };
  const item = (row: Row) => toPendingUser(row, directory);
  return listPage(paging, { ...findRows<Where, Row>(table, where), item });
}

function toPendingUser(
  { id, userName, displayName, givenName, familyName, address, createdAt, groups }: Row,
  directory: Directory | null,
): PendingDirectoryUser {
  const fullName = [givenName, familyName].filter(Boolean).join(' ');
  const { defaultRole = 'viewer', roles = [] } = directory ?? {};
  const names = groups.map(({ group }) => group.displayName);
  return {
    _id: id,
    name: displayName || fullName || userName,
    userName,
    email: address,
    role: roleOfGroups({ defaultRole, roles }, names),
    createdAt: createdAt.toISOString(),
  };
}
