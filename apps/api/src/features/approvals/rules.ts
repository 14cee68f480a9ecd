import type { ApprovalReason, ApprovalRules, UpdateApprovalRules } from '@drover/contract';
import type { Pool } from 'pg';
import type { ScopeGroup } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { anyOf } from '../../database/expressions';
import { db, execute, executeFirst } from '../../database/sql';
import { isInScope, scopeValues } from '../../records/device-scope';
import { requireGroups } from '../members/bound-groups';

/** Fails without changing anything if a group does not belong to the account. */
export async function updateApprovalRules(
  { prisma }: AppContext,
  accountId: string,
  { maxDevices, schedules, groups }: UpdateApprovalRules,
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const approvalGroupIds = groups && (await requireGroups(transaction, accountId, groups));
    const data = { approvalDevices: maxDevices, approvesSchedules: schedules, approvalGroupIds };
    await transaction.account.update({ where: { id: accountId }, data });
  });
}

/** Returns the rules by which a run on these devices needs approval. */
export async function reasonsForRun(
  pool: Pool,
  { rules, accountId }: { rules: ApprovalRules; accountId: string },
  deviceIds: string[],
): Promise<ApprovalReason[]> {
  const isMany = rules.maxDevices !== null && deviceIds.length > rules.maxDevices;
  const isProtected = await hasProtectedDevice(pool, { rules, accountId }, deviceIds);
  return [...(isMany ? (['devices'] as const) : []), ...(isProtected ? (['group'] as const) : [])];
}

async function hasProtectedDevice(
  pool: Pool,
  { rules, accountId }: { rules: ApprovalRules; accountId: string },
  deviceIds: string[],
): Promise<boolean> {
  if (rules.groups.length === 0 || deviceIds.length === 0) return false;
  const selectGroups = db
    .selectFrom('DeviceGroup')
    .select(['id', 'rule'])
    .where('accountId', '=', accountId)
    .where('id', '=', anyOf(rules.groups));
  const groups: ScopeGroup[] = await execute(pool, selectGroups);
  const scope = { accountId, ...scopeValues({ accountId, groups }) };
  const select = db
    .selectFrom('Device')
    .select('id')
    .where('accountId', '=', accountId)
    .where('id', '=', anyOf(deviceIds))
    .where(({ and, ref }) => and(isInScope(ref('Device.id'), scope)))
    .limit(1);
  return (await executeFirst(pool, select)) !== undefined;
}
