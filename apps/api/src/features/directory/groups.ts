import { BUDGET } from '@drover/contract/budget';
import type { AppContext } from '../../context/app-context';
import type { DirectoryGroup } from '../../database/client/client';
import { newId } from '../../database/ids';
import { lockWorkspace } from '../members/members';
import { changeGroup, emptyGroup, toGroupResource, type GroupChange } from './group-fields';
import { applyRoles, type Change, type Transaction } from './memberships';
import { ScimError, scimNotFound } from './scim-error';
import { listResources, type ListQuery } from './scim-lists';
import { readPatch, readResource } from './scim-values';
import type { StoredAttributes } from './scim-where';
import type { Changed, Served } from './users';

const members = { type: 'list', relation: 'members', column: 'userId' } as const;

const attributes: StoredAttributes = {
  id: { type: 'text', column: 'id' },
  displayname: { type: 'text', column: 'displayName' },
  externalid: { type: 'text', column: 'externalId', isNullable: true },
  members,
  'members.value': members,
  'meta.created': { type: 'time', column: 'createdAt' },
  'meta.lastmodified': { type: 'time', column: 'updatedAt' },
};

/** Lists groups without their members, which may be many. */
export async function listGroups(
  { prisma }: AppContext,
  { accountId, url }: Served,
  query: ListQuery,
): Promise<object> {
  return listResources(query, {
    attributes,
    count: (where) => prisma.directoryGroup.count({ where: { AND: [{ accountId }, where] } }),
    find: ({ where, ...page }) =>
      prisma.directoryGroup.findMany({
        ...page,
        where: { AND: [{ accountId }, where] },
        orderBy: { id: 'asc' },
      }),
    toResource: (group) => toGroupResource(group, { url }),
  });
}

export async function getGroup(
  { prisma }: AppContext,
  { accountId, url }: Served,
  { id, isShort }: { id: string; isShort: boolean },
): Promise<object> {
  const group = await prisma.directoryGroup.findFirst({ where: { id, accountId } });
  if (!group) throw scimNotFound();
  return toGroupResource(group, { url, users: isShort ? undefined : await usersOf(prisma, id) });
}

export async function createGroup(
  { prisma }: AppContext,
  directory: Served,
  body: unknown,
): Promise<Changed> {
  const { accountId, url } = directory;
  const change = changeGroup(emptyGroup, readResource(body));
  return prisma.$transaction(async (transaction) => {
    await lockWorkspace(transaction, accountId);
    if ((await transaction.directoryGroup.count({ where: { accountId } })) >= BUDGET.directoryGroups.max) {
      throw new ScimError(409, undefined, `A workspace can have ${BUDGET.directoryGroups.max} groups.`);
    }
    const { displayName, externalId } = change;
    await assertName(transaction, accountId, { displayName });
    const data = { id: newId(), accountId, displayName, externalId };
    const group = await transaction.directoryGroup.create({ data });
    await writeMembers(transaction, group, change);
    const users = await usersOf(transaction, group.id);
    const ids = users.map(({ id }) => id);
    const changes = await applyRoles(transaction, accountId, ids);
    return {
      resource: toGroupResource(group, { url, users }),
      changes: [changeOf('create', group), ...changes],
    };
  });
}

export async function replaceGroup(
  context: AppContext,
  directory: Served,
  { id, body }: { id: string; body: unknown },
): Promise<Changed> {
  const operations = readResource(body);
  return updateGroup(context, directory, {
    id,
    change: () => changeGroup({ ...emptyGroup, isReplaced: true }, operations),
  });
}

export async function patchGroup(
  context: AppContext,
  directory: Served,
  { id, body }: { id: string; body: unknown },
): Promise<Changed> {
  const operations = readPatch(body);
  const updated = await updateGroup(context, directory, {
    id,
    change: ({ displayName, externalId }) =>
      changeGroup({ ...emptyGroup, displayName, externalId }, operations),
  });
  // A group may have thousands of members, and gets and loses them one by one.
  return { changes: updated.changes };
}

async function updateGroup(
  { prisma }: AppContext,
  { accountId, url }: Served,
  { id, change: changeOfGroup }: { id: string; change: (group: DirectoryGroup) => GroupChange },
): Promise<Changed> {
  return prisma.$transaction(async (transaction) => {
    const found = await lockGroup(transaction, accountId, id);
    const change = changeOfGroup(found);
    const { displayName, externalId, isReplaced } = change;
    await assertName(transaction, accountId, { id, displayName });
    const isForAll = isReplaced || displayName !== found.displayName;
    const before = isForAll ? await usersOf(transaction, id) : [];
    const data = { displayName, externalId, updatedAt: new Date() };
    const group = await transaction.directoryGroup.update({ where: { id }, data });
    await writeMembers(transaction, group, change);
    const touched = new Set([...before.map((user) => user.id), ...change.added, ...change.removed]);
    const changes = await applyRoles(transaction, accountId, [...touched]);
    const users = isReplaced ? await usersOf(transaction, id) : undefined;
    return {
      resource: toGroupResource(group, { url, users }),
      changes: [changeOf('update', group), ...changes],
    };
  });
}

/** Deletes a group. Its members keep their membership in the workspace, with the role of their other groups. */
export async function removeGroup({ prisma }: AppContext, directory: Served, id: string): Promise<Changed> {
  const { accountId } = directory;
  return prisma.$transaction(async (transaction) => {
    const group = await lockGroup(transaction, accountId, id);
    const users = await usersOf(transaction, id);
    await transaction.directoryGroup.delete({ where: { id } });
    const ids = users.map((user) => user.id);
    return { changes: [changeOf('remove', group), ...(await applyRoles(transaction, accountId, ids))] };
  });
}

async function lockGroup(transaction: Transaction, accountId: string, id: string): Promise<DirectoryGroup> {
  await lockWorkspace(transaction, accountId);
  const group = await transaction.directoryGroup.findFirst({ where: { id, accountId } });
  if (!group) throw scimNotFound();
  return group;
}

/** Two groups of one name would have one role: somebody could name a group like that of the admins. */
async function assertName(
  transaction: Transaction,
  accountId: string,
  { id, displayName }: { id?: string; displayName: string },
): Promise<void> {
  const where = { accountId, displayName, id: { not: id } };
  if (!(await transaction.directoryGroup.findFirst({ where }))) return;
  throw new ScimError(409, 'uniqueness', 'There is a group with this displayName.');
}

async function writeMembers(
  transaction: Transaction,
  { id: groupId, accountId }: DirectoryGroup,
  { isReplaced, added, removed }: GroupChange,
): Promise<void> {
  const ids = [...added];
  const known = await transaction.directoryUser.count({ where: { accountId, id: { in: ids } } });
  if (known < ids.length)
    throw new ScimError(400, 'invalidValue', 'Some members are no users of this directory.');
  if (isReplaced) await transaction.directoryGroupMember.deleteMany({ where: { groupId } });
  else if (removed.size > 0) {
    await transaction.directoryGroupMember.deleteMany({ where: { groupId, userId: { in: [...removed] } } });
  }
  const data = ids.map((userId) => ({ groupId, userId }));
  if (data.length > 0) await transaction.directoryGroupMember.createMany({ data, skipDuplicates: true });
}

interface GroupUser {
  id: string;
  userName: string;
}

async function usersOf(
  database: Pick<Transaction, 'directoryGroupMember'>,
  groupId: string,
): Promise<GroupUser[]> {
  const rows = await database.directoryGroupMember.findMany({
    where: { groupId },
    orderBy: { userId: 'asc' },
    select: { user: { select: { id: true, userName: true } } },
  });
  return rows.map(({ user }) => user);
}

function changeOf(verb: 'create' | 'update' | 'remove', { id, displayName }: DirectoryGroup): Change {
  return { action: `directory-group.${verb}`, targetId: id, before: { name: displayName } };
}
