import { BUDGET } from '@drover/contract/budget';
import type { AppContext } from '../../context/app-context';
import type { DirectoryUser } from '../../database/client/client';
import { newId } from '../../database/ids';
import { lockWorkspace } from '../members/members';
import { updateMembership, type Change, type ConnectedDirectory, type Transaction } from './memberships';
import { ScimError, scimNotFound } from './scim-error';
import { listResources, type ListQuery } from './scim-lists';
import { readPatch, readResource } from './scim-values';
import type { StoredAttributes } from './scim-where';
import {
  addressOf,
  changeUser,
  emptyUser,
  toUserResource,
  type Resource,
  type UserFields,
} from './user-fields';

/** What a request returns, and what it changed. */
export interface Changed {
  resource?: Resource;
  changes: Change[];
}

/** The address of SCIM, which locations begin with. */
export interface Served extends ConnectedDirectory {
  url: string;
}

const email = { type: 'text', column: 'address', isNullable: true, isLowerCase: true } as const;

const attributes: StoredAttributes = {
  id: { type: 'text', column: 'id' },
  username: { type: 'text', column: 'key', isLowerCase: true },
  externalid: { type: 'text', column: 'externalId', isNullable: true },
  displayname: { type: 'text', column: 'displayName', isNullable: true },
  'name.givenname': { type: 'text', column: 'givenName', isNullable: true },
  'name.familyname': { type: 'text', column: 'familyName', isNullable: true },
  emails: email,
  'emails.value': email,
  'emails.type': { type: 'constant', value: 'work', column: 'email' },
  'emails.primary': { type: 'constant', value: true, column: 'email' },
  active: { type: 'boolean', column: 'isActive' },
  'meta.created': { type: 'time', column: 'createdAt' },
  'meta.lastmodified': { type: 'time', column: 'updatedAt' },
};

export async function listUsers(
  { prisma }: AppContext,
  { accountId, url }: Served,
  query: ListQuery,
): Promise<object> {
  return listResources(query, {
    attributes,
    count: (where) => prisma.directoryUser.count({ where: { AND: [{ accountId }, where] } }),
    find: ({ where, ...page }) =>
      prisma.directoryUser.findMany({
        ...page,
        where: { AND: [{ accountId }, where] },
        orderBy: { id: 'asc' },
      }),
    toResource: (user) => toUserResource(user, url),
  });
}

export async function getUser(
  { prisma }: AppContext,
  { accountId, url }: Served,
  id: string,
): Promise<object> {
  const user = await prisma.directoryUser.findFirst({ where: { id, accountId } });
  if (!user) throw scimNotFound();
  return toUserResource(user, url);
}

/** Creates a user. Who is a member already, by the email address, is connected. Others join when they sign in. */
export async function createUser({ prisma }: AppContext, directory: Served, body: unknown): Promise<Changed> {
  const { accountId, url } = directory;
  const fields = changeUser(emptyUser, readResource(body));
  return prisma.$transaction(async (transaction) => {
    await lockWorkspace(transaction, accountId);
    if ((await transaction.directoryUser.count({ where: { accountId } })) >= BUDGET.directoryUsers.max) {
      throw new ScimError(409, undefined, `A workspace can have ${BUDGET.directoryUsers.max} users.`);
    }
    const data = await columnsOf(transaction, accountId, { fields });
    const user = await transaction.directoryUser.create({ data: { id: newId(), accountId, ...data } });
    const changes = await updateMembership(transaction, directory, user);
    return { resource: toUserResource(user, url), changes: [changeOf('create', user), ...changes] };
  });
}

export async function replaceUser(
  context: AppContext,
  directory: Served,
  { id, body }: { id: string; body: unknown },
): Promise<Changed> {
  const operations = readResource(body);
  // What a user without `active` is, only PATCH and DELETE say.
  return updateUser(context, directory, {
    id,
    change: ({ isActive }) => changeUser({ ...emptyUser, isActive }, operations),
  });
}

export async function patchUser(
  context: AppContext,
  directory: Served,
  { id, body }: { id: string; body: unknown },
): Promise<Changed> {
  const operations = readPatch(body);
  return updateUser(context, directory, { id, change: (user) => changeUser(user, operations) });
}

async function updateUser(
  { prisma }: AppContext,
  directory: Served,
  { id, change }: { id: string; change: (user: UserFields) => UserFields },
): Promise<Changed> {
  const { accountId, url } = directory;
  return prisma.$transaction(async (transaction) => {
    const found = await lockUser(transaction, accountId, id);
    const data = await columnsOf(transaction, accountId, { id, fields: change(userFields(found)) });
    const user = await transaction.directoryUser.update({
      where: { id },
      data: { ...data, updatedAt: new Date() },
    });
    const changes = await updateMembership(transaction, directory, user);
    return { resource: toUserResource(user, url), changes: [changeOf('update', user), ...changes] };
  });
}

/** Deletes a user, and ends the membership. */
export async function removeUser({ prisma }: AppContext, directory: Served, id: string): Promise<Changed> {
  return prisma.$transaction(async (transaction) => {
    const user = await lockUser(transaction, directory.accountId, id);
    const changes = await updateMembership(transaction, directory, { ...user, isActive: false });
    await transaction.directoryUser.delete({ where: { id } });
    return { changes: [changeOf('remove', user), ...changes] };
  });
}

async function lockUser(transaction: Transaction, accountId: string, id: string): Promise<DirectoryUser> {
  await lockWorkspace(transaction, accountId);
  const user = await transaction.directoryUser.findFirst({ where: { id, accountId } });
  if (!user) throw scimNotFound();
  return user;
}

const userFields = ({ id: _id, accountId: _accountId, ...fields }: DirectoryUser): UserFields => ({
  ...{ userName: fields.userName, externalId: fields.externalId, displayName: fields.displayName },
  ...{ givenName: fields.givenName, familyName: fields.familyName },
  ...{ email: fields.email, isActive: fields.isActive },
});

/** Returns the columns of a user. Fails if another user has the name, in upper or lower case. */
async function columnsOf(
  transaction: Transaction,
  accountId: string,
  { id, fields }: { id?: string; fields: UserFields },
): Promise<UserFields & Pick<DirectoryUser, 'key' | 'address'>> {
  const key = fields.userName.toLowerCase();
  const other = await transaction.directoryUser.findFirst({ where: { accountId, key, id: { not: id } } });
  if (other) throw new ScimError(409, 'uniqueness', 'There is a user with this userName.');
  return { ...fields, key, address: addressOf(fields) };
}

function changeOf(verb: 'create' | 'update' | 'remove', { id, userName }: DirectoryUser): Change {
  return { action: `directory-user.${verb}`, targetId: id, before: { name: userName } };
}
