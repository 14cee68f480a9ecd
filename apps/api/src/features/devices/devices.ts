import {
  type Device,
  type DeviceFilter,
  type DeviceList,
  type UpdateDevice,
  REASONS,
} from '@drover/contract';
import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { Pool } from 'pg';
import type { DeviceScope } from '../../auth/caller';
import {
  db,
  defineStatement,
  executeCount,
  executeFirst,
  prepared,
  type Placeholders,
} from '../../database/sql';
import { transact } from '../../database/transaction';
import { splitIntoMessages } from '../../bus/bus';
import { publishDevices, publishRemoved, publishRuns } from '../../bus/publish-changes';
import { orNotFound } from '../../errors/api-error';
import { when } from '../../database/expressions';
import { defineList, escapeLike, listAll, queryRows, type LongList } from '../../database/lists';
import type { DeviceRun } from '../runs/announce';
import { stopRuns, stopWhere } from '../runs/stop';
import type { AppContext } from '../../context/app-context';
import { devicesWithNodes, selectDevices, toDevice } from '../../records/device-record';
import { isInScope, scopeValues, type ScopeValues } from '../../records/device-scope';
import { ruleCondition, ruleValues, selectorCondition, type RuleValues } from './selection';

const selectByRule = defineList(({ exactName, ...rule }: Placeholders<RuleValues & { exactName?: string }>) =>
  selectDevices.where(({ and }) => and([ruleCondition(rule), ...hasName(exactName)])),
);

/** Returns the condition that a device has this name, in any case, to be spread into `eb.and`. */
function hasName(name: string | Expression<string> | undefined): Expression<SqlBool>[] {
  return when(name, (pattern) => expressionBuilder(devicesWithNodes)('d.name', 'ilike', pattern));
}

export async function listDevices(
  { pool }: AppContext,
  scope: DeviceScope,
  { limit, cursor, total, ...filter }: DeviceFilter,
): Promise<DeviceList | LongList<Device>> {
  const rows = await selectMatching(pool, scope, filter);
  return listAll({ limit, cursor, total }, { ...rows, item: toDevice });
}

type DeviceConditions = Omit<DeviceFilter, 'limit' | 'cursor' | 'total'>;

async function selectMatching(pool: Pool, scope: DeviceScope, { exactName, ...selector }: DeviceConditions) {
  const wanted = exactName === undefined ? undefined : escapeLike(exactName);
  if (selector.group === undefined) {
    return selectByRule(pool, { ...ruleValues(scope, selector), exactName: wanted });
  }
  const condition = await selectorCondition(pool, { scope, selector, groupPath: 'group' });
  return queryRows(
    pool,
    selectDevices.where(({ and }) => and([condition, ...hasName(wanted)])),
  );
}

const selectDevice = defineStatement(
  ({ deviceId, ...scope }: Placeholders<{ accountId: string; deviceId: string } & ScopeValues>) =>
    selectDevices
      .where('d.id', '=', deviceId)
      .where('d.accountId', '=', scope.accountId)
      .where(({ and, ref }) => and(isInScope(ref('d.id'), scope))),
);

export async function getDevice({ pool }: AppContext, scope: DeviceScope, deviceId: string): Promise<Device> {
  const values = { accountId: scope.accountId, deviceId, ...scopeValues(scope) };
  return toDevice(orNotFound(await executeFirst(pool, prepared(selectDevice(values)))));
}

export async function updateDevice(
  context: AppContext,
  { accountId, deviceId }: { accountId: string; deviceId: string },
  { name, tags }: UpdateDevice,
): Promise<void> {
  const { count } = await context.prisma.device.updateMany({
    where: { id: deviceId, accountId },
    data: { name, ...(tags && tagColumns(tags)) },
  });
  orNotFound(count || null);
  publishDevices(context, [deviceId]);
}

/** Arrays are sent to the database as JSON, in which it refuses half of a surrogate pair. Other texts become the same. */
export function tagColumns(tags: string[]): { tags: string[]; tagKeys: string[] } {
  const stored = tags.map((tag) => tag.replace(/\p{Surrogate}/gu, '\uFFFD'));
  return { tags: stored, tagKeys: stored.map((tag) => tag.toLowerCase()) };
}

/** Deletes the device and its token, and cancels its queue. The history of its runs stays. */
export async function removeDevice(context: AppContext, accountId: string, deviceId: string): Promise<void> {
  const stopped = await transact(context.pool, async (client) => {
    const removal = db.deleteFrom('Device').where('id', '=', deviceId).where('accountId', '=', accountId);
    orNotFound((await executeCount(client, removal)) || null);
    const reason = REASONS.device_deleted;
    return stopWhere(client, { where: (eb) => eb('deviceId', '=', deviceId), reason, isDeviceGone: true });
  });
  announceRemoval(context, { accountId, deviceIds: [deviceId] }, stopped);
}

/** Publishes that devices were deleted, and the runs that this ended. Closes the links of the devices. */
export function announceRemoval(
  context: AppContext,
  { accountId, deviceIds }: { accountId: string; deviceIds: string[] },
  stopped: DeviceRun[],
): void {
  publishRuns(context, stopped);
  for (const part of splitIntoMessages(deviceIds)) {
    context.bus.publish('removed', { deviceIds: part });
    publishRemoved(
      context,
      part.map((deviceId) => ({ accountId, deviceId })),
    );
  }
}

/** Stops the running and cancels the queued runs of the device. */
export async function stopDevice(context: AppContext, scope: DeviceScope, deviceId: string): Promise<void> {
  await getDevice(context, scope, deviceId);
  await stopRuns(context, scope, { deviceIds: [deviceId] });
}
