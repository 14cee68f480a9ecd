import type { DirectoryRole } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { newId } from '../../database/ids';
import { lockWorkspace, type ChangedMember } from '../members/members';
import { applyRoles, roleOfGroups } from './memberships';

/** What the directory of a workspace says about somebody who signs in. */
export interface DirectoryEntry {
  userId: string;
  isActive: boolean;
  role: DirectoryRole;
}

/** Finds the user of a directory by an email address that an identity provider has verified. */
export async function findDirectoryEntry(
  { prisma }: AppContext,
  accountId: string,
  email: string | null,
): Promise<DirectoryEntry | undefined> {
  if (email === null) return undefined;
  const user = await prisma.directoryUser.findFirst({
    where: { accountId, address: email },
    orderBy: [{ isActive: 'desc' }, { id: 'asc' }],
    include: {
      groups: { select: { group: { select: { displayName: true } } } },
      account: { select: { directory: true } },
    },
  });
  // Without a token, no directory is connected.
  if (!user?.account.directory?.tokenHash) return undefined;
  const names = user.groups.map(({ group }) => group.displayName);
  const role = roleOfGroups(user.account.directory, names);
  return { userId: user.id, isActive: user.isActive, role };
}

/**
 * Connects somebody who has signed in with the user of the directory, and makes the person a member at the first time.
 * Somebody whom an admin removed stays removed until the directory deactivates and activates the user.
 */
export async function joinByDirectory(
  { prisma }: AppContext,
  accountId: string,
  { userId, personId }: { userId: string; personId: string },
): Promise<ChangedMember | undefined> {
  return prisma.$transaction(async (transaction) => {
    await lockWorkspace(transaction, accountId);
    const user = await transaction.directoryUser.findFirst({
      where: { id: userId, accountId, isActive: true },
    });
    const isOther = user?.personId !== null && user?.personId !== personId;
    if (!user || (isOther && user.isVerified)) return undefined;
    const where = { accountId, personId };
    if (await transaction.directoryUser.findFirst({ where: { ...where, id: { not: userId } } }))
      return undefined;
    await transaction.directoryUser.update({ where: { id: userId }, data: { personId, isVerified: true } });
    const member = await transaction.member.findFirst({ where });
    if (!member && user.personId === personId) return undefined;
    const { id: memberId } =
      member ?? (await transaction.member.create({ data: { id: newId(), ...where, role: 'viewer' } }));
    const [changed] = await applyRoles(transaction, accountId, [userId]);
    if (!member) return { action: 'member.create', accountId, memberId };
    return changed && { action: 'member.update', accountId, memberId, before: member.role };
  });
}
