import { includesRole, type Role } from '@drover/contract';
import type { Caller, DeviceScope } from '../../auth/caller';
import type { Approval } from '../../database/client/client';
import { anyOf, now } from '../../database/expressions';
import { db, execute, executeFirst, type SqlClient } from '../../database/sql';
import { ApiError } from '../../errors/api-error';
import { keptGroups } from '../members/bound-groups';

/** Who asked, as far as their rights matter. */
type Asked = Pick<Approval, 'accountId' | 'askedById' | 'askedByTokenId' | 'askedByRole'>;

/**
 * Returns the devices that who asked for something may use now. Fails if they left the workspace, lost the token, or have
 * a lesser role now, and if the caller must not decide it: the same person, or who created the token that asked.
 */
export async function findAskerScope(client: SqlClient, caller: Caller, asked: Asked): Promise<DeviceScope> {
  const { accountId } = asked;
  const token = await findToken(client, asked);
  const creatorId = asked.askedById ?? token?.createdById ?? null;
  if (caller.personId === null || creatorId === caller.personId) throw new ApiError('ownApproval');
  const member = await findMember(client, asked);
  const role = leastRole(member?.role ?? 'owner', token?.role ?? 'owner');
  const isGone = (asked.askedById !== null && !member) || (asked.askedByTokenId !== null && !token);
  if (isGone || !includesRole(role, asked.askedByRole)) {
    throw new ApiError('conflict', {
      message: 'The member or the token that asked for this may no longer do it. Decline the request.',
    });
  }
  const groupIds = member ? keptGroups(member.role, member.groupIds) : (token?.groupIds ?? []);
  return { accountId, groups: groupIds.length > 0 ? await findGroups(client, accountId, groupIds) : null };
}

const leastRole = (one: Role, other: Role): Role => (includesRole(one, other) ? other : one);

function findToken(client: SqlClient, { accountId, askedByTokenId }: Asked) {
  const select = db
    .selectFrom('AccessToken')
    .select(['role', 'groupIds', 'createdById'])
    .where('id', '=', askedByTokenId)
    .where('accountId', '=', accountId)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]));
  return executeFirst(client, select);
}

function findMember(client: SqlClient, { accountId, askedById }: Asked) {
  const select = db
    .selectFrom('Member')
    .select(['role', 'groupIds'])
    .where('accountId', '=', accountId)
    .where('personId', '=', askedById);
  return executeFirst(client, select);
}

function findGroups(client: SqlClient, accountId: string, groupIds: string[]) {
  const select = db
    .selectFrom('DeviceGroup')
    .select(['id', 'rule'])
    .where('accountId', '=', accountId)
    .where('id', '=', anyOf(groupIds));
  return execute(client, select);
}
