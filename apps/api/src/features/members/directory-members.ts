import { includesRole, Role } from '@drover/contract';
import type { Member, Person, Prisma } from '../../database/client/client';
import { keptGroups } from './bound-groups';
import { endMembership } from './members';

type Transaction = Prisma.TransactionClient;

/** The members of a workspace that get a role. */
interface RoleChange {
  accountId: string;
  members: Member[];
  role: Exclude<Role, 'owner'>;
}

/** Gives members the role that a directory says. The caller has locked the workspace, and has left out the owners. */
export async function setRolesByDirectory(
  transaction: Transaction,
  { accountId, members, role }: RoleChange,
): Promise<void> {
  const personIds = members.map(({ personId }) => personId);
  const groupIds = keptGroups(role, ['kept']).length > 0 ? undefined : [];
  await transaction.member.updateMany({
    where: { accountId, personId: { in: personIds } },
    data: { role, groupIds },
  });
  // Invitations must not grant more than their creators may grant now.
  const grantable = includesRole(role, 'admin')
    ? Role.options.filter((each) => includesRole(role, each))
    : [];
  await transaction.invitation.deleteMany({
    where: { accountId, createdById: { in: personIds }, role: { notIn: grantable } },
  });
}

/** Why a directory cannot remove a member. */
export type Refusal = 'lastOwner' | 'higherRole';

/** Ends a membership, unless that of the last owner, or of somebody whose role is above that of the directory's token. */
export async function removeMemberByDirectory(
  transaction: Transaction,
  member: Member,
  tokenRole: Role,
): Promise<Refusal | undefined> {
  if (!includesRole(tokenRole, member.role)) return 'higherRole';
  const owners = { where: { accountId: member.accountId, role: 'owner' as const } };
  if (member.role === 'owner' && (await transaction.member.count(owners)) === 1) return 'lastOwner';
  await endMembership(transaction, member);
  return undefined;
}

/**
 * Connects somebody who has joined with the active user of the directory who has the address. The address is not verified,
 * so that the person of a later single sign-on takes the place.
 */
export async function connectDirectoryUser(
  transaction: Transaction,
  accountId: string,
  { id: personId, email }: Pick<Person, 'id' | 'email'>,
): Promise<void> {
  const known = await transaction.directoryUser.findFirst({ where: { accountId, personId } });
  if (known) return;
  const user = await transaction.directoryUser.findFirst({
    where: { accountId, address: email, isActive: true, personId: null },
    orderBy: { id: 'asc' },
  });
  if (user) await transaction.directoryUser.update({ where: { id: user.id }, data: { personId } });
}
