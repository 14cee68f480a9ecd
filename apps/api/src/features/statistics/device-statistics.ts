import { WENT_OFFLINE_ITEMS, type DeviceStatistics } from '@drover/contract';
import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context';
import { int, now, secondsAgo } from '../../database/expressions';
import { db, defineStatement, execute, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { devicesWithNodes } from '../../records/device-record';

const daySeconds = 86_400;

type Account = Placeholders<{ accountId: string }>;

const isOnline = sql<boolean>`(n."leaseUntil" IS NOT NULL AND n."leaseUntil" > now())`;

/** Whether a device was online in the last day and is not now. */
const wentOffline = sql<boolean>`(d."lastSeenAt" >= ${secondsAgo(daySeconds)} AND NOT ${isOnline})`;

const countDevices = defineStatement(({ accountId }: Account) =>
  devicesWithNodes
    .select(({ fn }) => [
      int(fn.countAll()).as('devices'),
      int(fn.countAll().filterWhere(isOnline)).as('online'),
      int(fn.countAll().filterWhere(wentOffline)).as('wentOffline'),
    ])
    .where('d.accountId', '=', accountId),
);

const selectWentOffline = defineStatement(({ accountId }: Account) =>
  devicesWithNodes
    .select(['d.id', 'd.name', 'd.lastSeenAt'])
    .where('d.accountId', '=', accountId)
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
  accountId: string,
): Promise<DeviceStatistics> {
  const [counts, offline, hours] = await Promise.all([
    executeFirst(pool, prepared(countDevices({ accountId }))),
    execute(pool, prepared(selectWentOffline({ accountId }))),
    execute(pool, prepared(selectHours({ accountId }))),
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
