import type { ApprovalReason, ApprovalRules, UpdateApprovalRules } from '@drover/contract';
import type { Pool } from 'pg';
import type { ApprovalGate } from '../../auth/approval-gate';
import type { ScopeGroup } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { anyOf } from '../../database/expressions';
import { db, execute, executeFirst } from '../../database/sql';
import { isInScope, scopeValues } from '../../records/device-scope';
import { requireGroups } from '../members/bound-groups';
import { exceedsRecent } from './counted-devices';

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

/** A run, as far as it matters who starts what. */
interface Start {
  gate: ApprovalGate;
  accountId: string;
  /** ID of the script, or the kind of jobs without a script. */
  script: string;
  /** Whether it needs approval for another reason. */
  isAsked?: boolean;
}

/** Returns the rules by which a run on these devices needs approval. Counts the devices of a run that needs none. */
export async function reasonsForRun(
  pool: Pool,
  { gate, accountId, script, isAsked = false }: Start,
  deviceIds: string[],
): Promise<ApprovalReason[]> {
  const { rules } = gate;
  const isProtected = await hasProtectedDevice(pool, { rules, accountId }, deviceIds);
  const ofGroup: ApprovalReason[] = isProtected ? ['group'] : [];
  const { maxDevices } = rules;
  if (maxDevices === null || deviceIds.length === 0) return ofGroup;
  if (deviceIds.length > maxDevices) return ['devices', ...ofGroup];
  const starter = { accountId, starterId: gate.personId ?? gate.tokenId ?? accountId, script };
  const isCounted = !isAsked && !isProtected;
  const isMany = await exceedsRecent(pool, { ...starter, maxDevices, isCounted }, deviceIds);
  return isMany ? ['recent_devices', ...ofGroup] : ofGroup;
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
