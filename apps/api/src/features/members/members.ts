import {
  includesRole,
  Role,
  type Member,
  type MemberList,
  type Paging,
  type UpdateMember,
} from '@drover/contract';
import { assertRole, type Caller } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import type { Prisma } from '../../database/client/client';
import { findRows, listPage } from '../../database/lists';
import { db, execute } from '../../database/sql';
import { ApiError, orNotFound } from '../../errors/api-error';
import { keptGroups, requireGroups } from './bound-groups';
import { moveSession, noPerson } from './workspaces';

const include = { person: { select: { name: true, email: true, secondFactorAt: true } } } as const;
type Row = Prisma.MemberGetPayload<{ include: typeof include }>;

export async function listMembers(
  { prisma }: AppContext,
  accountId: string,
  paging: Paging,
): Promise<MemberList> {
  type Where = Prisma.MemberWhereInput;
  const table = {
    findMany: (page: { where: { AND: Where[] }; orderBy: { id: 'desc' }; take: number }) =>
      prisma.member.findMany({ ...page, include }),
    count: (args: { where: Where; take: number }) => prisma.member.count(args),
  };
  return listPage(paging, { ...findRows<Where, Row>(table, { accountId }), item: toMember });
}

/** Changes a role, and the groups that it is bound to. Nobody can change a role above the own one, or grant one. */
export async function updateMember(
  context: AppContext,
  caller: Caller,
  { memberId, role, groups }: UpdateMember & { memberId: string },
): Promise<void> {
  assertRole(caller, role);
  await changeMember(context, caller, memberId, async (transaction, member) => {
    const bound = groups && (await requireGroups(transaction, caller.accountId, groups));
    await setRole(transaction, { ...member, groupIds: bound ?? member.groupIds }, role);
  });
}

/** Removes a member. The database removes the sessions and tokens of the person in this workspace with it. */
export async function removeMember(context: AppContext, caller: Caller, memberId: string): Promise<void> {
  await changeMember(context, caller, memberId, endMembership);
}

/** Ends the caller's own membership. The session continues in the person's oldest other workspace. */
export async function leaveWorkspace(
  context: AppContext,
  { accountId, personId, kind, tokenId }: Caller,
): Promise<void> {
  if (personId === null) throw new ApiError('conflict', { message: noPerson });
  await context.prisma.$transaction(async (transaction) => {
    await lockWorkspace(transaction, accountId);
    const own = await transaction.member.findUniqueOrThrow({
      where: { accountId_personId: { accountId, personId } },
    });
    const next = await transaction.member.findFirst({
      where: { personId, accountId: { not: accountId } },
      orderBy: { id: 'asc' },
    });
    if (next && kind === 'session') await moveSession(transaction, tokenId, next);
    await endMembership(transaction, own);
    await assertOwner(transaction, accountId);
  });
}

/** Ends a membership, its sessions and its tokens. */
export async function endMembership(
  transaction: Transaction,
  { id, accountId, personId }: Found,
): Promise<void> {
  await transaction.member.delete({ where: { id } });
  await transaction.invitation.deleteMany({ where: { accountId, createdById: personId } });
  await removeLogin(transaction, accountId, personId);
}

/** Makes a member an owner and the caller an admin. */
export async function transferOwnership(
  context: AppContext,
  caller: Caller,
  memberId: string,
): Promise<void> {
  const { accountId, personId } = caller;
  await context.prisma.$transaction(async (transaction) => {
    const member = await lockMember(transaction, accountId, memberId);
    if (personId === null) {
      throw new ApiError('conflict', {
        message: 'This access token belongs to no person. Sign in as an owner.',
      });
    }
    if (member.personId === personId)
      throw new ApiError('conflict', { message: 'You are an owner already.' });
    await setRole(transaction, member, 'owner');
    const own = await transaction.member.findUniqueOrThrow({
      where: { accountId_personId: { accountId, personId } },
    });
    await setRole(transaction, own, 'admin');
  });
}

/** A member who joined, or whose role changed, by what an identity provider says. */
export interface ChangedMember {
  action: 'member.create' | 'member.update';
  accountId: string;
  memberId: string;
  /** The role before. */
  before?: Role;
}

/** Gives a member the role that an identity provider says. The last owner stays one. */
export async function setRoleByProvider(
  { prisma }: AppContext,
  { accountId, personId, role }: { accountId: string; personId: string; role: Role },
): Promise<ChangedMember | undefined> {
  const known = await prisma.member.findUnique({ where: { accountId_personId: { accountId, personId } } });
  if (!known || known.role === role) return undefined;
  return prisma.$transaction(async (transaction) => {
    const member = await lockMember(transaction, accountId, known.id);
    if (member.role === role) return undefined;
    const owners = { where: { accountId, role: 'owner' as const } };
    if (member.role === 'owner' && (await transaction.member.count(owners)) === 1) return undefined;
    await setRole(transaction, member, role);
    return { action: 'member.update', accountId, memberId: member.id, before: member.role };
  });
}

type Transaction = Prisma.TransactionClient;
type Found = Prisma.MemberGetPayload<object>;
type Change = (transaction: Transaction, member: Found) => Promise<void>;

/** Changes a member whose role is not above that of the caller. The last owner stays one. */
async function changeMember(
  { prisma }: AppContext,
  caller: Caller,
  ...[memberId, change]: [memberId: string, change: Change]
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const member = await lockMember(transaction, caller.accountId, memberId);
    assertRole(caller, member.role);
    await change(transaction, member);
    await assertOwner(transaction, caller.accountId);
  });
}

/** Lets concurrent changes of the members of a workspace wait for each other. */
export async function lockWorkspace(transaction: Transaction, accountId: string): Promise<void> {
  await execute(
    transaction,
    db.selectFrom('Account').select('id').where('id', '=', accountId).forNoKeyUpdate(),
  );
}

async function lockMember(transaction: Transaction, accountId: string, memberId: string): Promise<Found> {
  await lockWorkspace(transaction, accountId);
  return orNotFound(await transaction.member.findFirst({ where: { id: memberId, accountId } }));
}

async function assertOwner(transaction: Transaction, accountId: string): Promise<void> {
  if ((await transaction.member.count({ where: { accountId, role: 'owner' } })) > 0) return;
  throw new ApiError('conflict', {
    message: 'A workspace must have an owner. Transfer the ownership to another member first.',
  });
}

async function setRole(
  transaction: Transaction,
  { id, accountId, personId, groupIds }: Found,
  role: Role,
): Promise<void> {
  const data = { role, groupIds: keptGroups(role, groupIds) };
  await transaction.member.update({ where: { id }, data });
  // Invitations must not grant more than their creator may grant now.
  const grantable = includesRole(role, 'admin')
    ? Role.options.filter((each) => includesRole(role, each))
    : [];
  await transaction.invitation.deleteMany({
    where: { accountId, createdById: personId, role: { notIn: grantable } },
  });
  if (role !== 'owner') await removeLogin(transaction, accountId, personId);
}

/** Servers of the previous release must not sign in a person as an owner who is none any more. */
async function removeLogin(transaction: Transaction, accountId: string, personId: string): Promise<void> {
  if (accountId !== personId) return;
  await transaction.account.update({ where: { id: accountId }, data: { email: null, passwordHash: null } });
}

function toMember({ id, personId, person, role, groupIds, createdAt, lastSeenAt }: Row): Member {
  return {
    _id: id,
    personId,
    name: person.name,
    email: person.email,
    role,
    groups: groupIds,
    hasSecondFactor: person.secondFactorAt !== null,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}
