import { WENT_OFFLINE_ITEMS, type DeviceStatistics } from '@drover/contract';
import { sql } from 'kysely';
import type { DeviceScope } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { int, now, secondsAgo } from '../../database/expressions';
import { db, defineStatement, execute, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { isInScope, scopeValues, type ScopeValues } from '../../records/device-scope';
import { devicesWithNodes } from '../../records/device-record';

const daySeconds = 86_400;

type Scope = Placeholders<{ accountId: string } & ScopeValues>;
type Account = Placeholders<{ accountId: string }>;

const isOnline = sql<boolean>`(n."leaseUntil" IS NOT NULL AND n."leaseUntil" > now())`;

/** Whether a device was online in the last day and is not now. */
const wentOffline = sql<boolean>`(d."lastSeenAt" >= ${secondsAgo(daySeconds)} AND NOT ${isOnline})`;

const countDevices = defineStatement((scope: Scope) =>
  devicesWithNodes
    .select(({ fn }) => [
      int(fn.countAll()).as('devices'),
      int(fn.countAll().filterWhere(isOnline)).as('online'),
      int(fn.countAll().filterWhere(wentOffline)).as('wentOffline'),
    ])
    .where('d.accountId', '=', scope.accountId)
    .where(({ and, ref }) => and(isInScope(ref('d.id'), scope))),
);

const selectWentOffline = defineStatement((scope: Scope) =>
  devicesWithNodes
    .select(['d.id', 'd.name', 'd.lastSeenAt'])
    .where('d.accountId', '=', scope.accountId)
    .where(({ and, ref }) => and(isInScope(ref('d.id'), scope)))
    .where(wentOffline)
    .orderBy('d.lastSeenAt', 'desc')
    .orderBy('d.id')
    .limit(WENT_OFFLINE_ITEMS),
);

const selectHours = defineStatement(({ accountId }: Account) =>
  db
    .selectFrom('HourlyDevices')
    .select(['hour', 'online'])
    .where('accountId', '=', accountId)
    .where('hour', '>=', secondsAgo(daySeconds))
    .where('hour', '<=', now)
    .orderBy('hour'),
);

/** Counts the devices of an account that are online, now and in the last 24 hours. */
export async function getDeviceStatistics(
  { pool }: AppContext,
  scope: DeviceScope,
): Promise<DeviceStatistics> {
  const { accountId } = scope;
  const values = { accountId, ...scopeValues(scope) };
  const [counts, offline, hours] = await Promise.all([
    executeFirst(pool, prepared(countDevices(values))),
    execute(pool, prepared(selectWentOffline(values))),
    // The hours are counted for all devices of the account together.
    scope.groups ? [] : execute(pool, prepared(selectHours({ accountId }))),
  ]);
  return {
    devices: counts?.devices ?? 0,
    online: counts?.online ?? 0,
    items: hours.map(({ hour, online }) => ({ at: hour.toISOString(), online })),
    wentOffline: {
      total: counts?.wentOffline ?? 0,
      items: offline.map(({ id, name, lastSeenAt }) => ({
        _id: id,
        name,
        lastSeenAt: lastSeenAt?.toISOString() ?? null,
      })),
    },
  };
}
