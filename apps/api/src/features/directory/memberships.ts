import { includesRole, type DirectoryGroupRole, type DirectoryRole, type Role } from '@drover/contract';
import type { DirectoryUser, Member, Prisma } from '../../database/client/client';
import { removeMemberByDirectory, setRolesByDirectory } from '../members/directory-members';
import { ScimError } from './scim-error';

export type Transaction = Prisma.TransactionClient;

/** A change that the audit log names, with the record before it. */
export interface Change {
  action: string;
  targetId: string;
  before: { name: string; role?: Role; groupIds?: string[] };
}

/** A directory whose token is valid. */
export interface ConnectedDirectory {
  accountId: string;
  /** The role of who created the token. */
  tokenRole: Role;
}

/** Returns the role of a member of groups with these names: the highest one that they have. */
export function roleOfGroups(
  { defaultRole, roles }: { defaultRole: Role; roles: unknown },
  groups: string[],
): DirectoryRole {
  const found = (roles as DirectoryGroupRole[]).filter(({ group }) => groups.includes(group));
  const highest = found.reduce<Role>(
    (role, each, index) => (index === 0 || includesRole(each.role, role) ? each.role : role),
    defaultRole,
  );
  return highest === 'owner' ? 'admin' : highest;
}

/**
 * Connects a user with the member of the workspace who has the address. Ends the membership of a user who is not active.
 * The workspace is locked.
 */
export async function updateMembership(
  transaction: Transaction,
  { accountId, tokenRole }: ConnectedDirectory,
  user: DirectoryUser,
): Promise<Change[]> {
  const personId = user.personId ?? (await findPersonByAddress(transaction, user));
  const where = { id: user.id };
  if (user.isActive) {
    if (personId !== user.personId) await transaction.directoryUser.update({ where, data: { personId } });
    return applyRoles(transaction, accountId, [user.id]);
  }
  await transaction.directoryUser.update({ where, data: { personId: null, isVerified: false } });
  const member = await transaction.member.findFirst({
    where: { accountId, personId: personId ?? '' },
    include: { person: { select: { name: true } } },
  });
  if (!member) return [];
  const refusal = await removeMemberByDirectory(transaction, member, tokenRole);
  if (refusal) throw new ScimError(409, 'mutability', refusals[refusal]);
  return [{ action: 'member.remove', targetId: member.id, before: { name: member.person.name } }];
}

const refusals = {
  lastOwner: 'The last owner of the workspace stays a member. Transfer the ownership first.',
  higherRole: 'An owner stays a member, because an admin created the token of the directory.',
};

async function findPersonByAddress(
  transaction: Transaction,
  { accountId, address }: DirectoryUser,
): Promise<string | null> {
  if (address === null) return null;
  const member = await transaction.member.findFirst({
    where: { accountId, person: { email: address, directoryUsers: { none: { accountId } } } },
    select: { personId: true },
  });
  return member?.personId ?? null;
}

/** Gives the members among users the roles of their groups. Owners keep theirs. The workspace is locked. */
export async function applyRoles(
  transaction: Transaction,
  accountId: string,
  userIds: string[],
): Promise<Change[]> {
  if (userIds.length === 0) return [];
  const directory = await transaction.directory.findUniqueOrThrow({ where: { accountId } });
  const users = await transaction.directoryUser.findMany({
    where: { accountId, id: { in: userIds }, isActive: true, personId: { not: null } },
    select: {
      ...{ personId: true, isVerified: true },
      groups: { select: { group: { select: { displayName: true } } } },
    },
  });
  const members = await transaction.member.findMany({
    where: { accountId, personId: { in: users.flatMap(({ personId }) => personId ?? []) } },
    include: { person: { select: { name: true } } },
  });
  const memberOf = new Map(members.map((member) => [member.personId, member]));
  const byRole = new Map<DirectoryRole, typeof members>();
  for (const { personId, isVerified, groups } of users) {
    const member = memberOf.get(personId ?? '');
    const names = groups.map(({ group }) => group.displayName);
    const role = roleOfGroups(directory, names);
    if (member && isChanged(member, role, isVerified))
      byRole.set(role, [...(byRole.get(role) ?? []), member]);
  }
  for (const [role, changed] of byRole) {
    await setRolesByDirectory(transaction, { accountId, members: changed, role });
  }
  return [...byRole.values()].flat().map(({ id, role, groupIds, person: { name } }) => ({
    action: 'member.update',
    targetId: id,
    before: { name, role, groupIds },
  }));
}

/**
 * Whether a member gets a role. People choose their addresses themselves, so that only a verified one may raise a role.
 */
function isChanged({ role }: Member, next: Role, isVerified: boolean): boolean {
  if (role === 'owner' || role === next) return false;
  return isVerified || !includesRole(next, role);
}
