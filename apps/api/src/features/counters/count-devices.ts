import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { AppContext } from '../../context/app-context';
import { insertFrom, int, now, secondsAgo } from '../../database/expressions';
import { db, execute, prepared } from '../../database/sql';
import { devicesWithNodes } from '../../records/device-record';
import { startPeriodicTask } from '../../tasks/periodic-task';

const everyMs = 60_000;

/** The counts of a day are shown. More are kept for servers whose clocks differ. */
const keptSeconds = 2 * 86_400;

const thisHour = sql<Date>`date_trunc('hour', now(), 'UTC')`;

/** The first node that looks at an hour counts. The others only find that it is counted. */
const counting = prepared(
  insertFrom(
    db.insertInto('HourlyDevices'),
    devicesWithNodes
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('HourlyDevices as h').select('h.hour').where('h.hour', '=', thisHour))),
      )
      .groupBy('d.accountId'),
    ({ ref, fn }) => ({
      accountId: ref('d.accountId'),
      hour: thisHour,
      online: int(fn.countAll().filterWhere('n.leaseUntil', '>', now)),
    }),
  ).onConflict((conflict) => conflict.doNothing()),
);

const deletion = prepared(db.deleteFrom('HourlyDevices').where('hour', '<', secondsAgo(keptSeconds)));

/** Counts the devices of each account that are online, once per hour. */
export async function countDevices(pool: Pool): Promise<void> {
  await execute(pool, counting);
  await execute(pool, deletion);
}

/** Starts the periodic task that counts devices. Returns a function that ends it. */
export function startCountingDevices({ pool, log }: AppContext): () => Promise<void> {
  return startPeriodicTask(() => countDevices(pool), {
    everyMs,
    log,
    failure: 'could not count the devices that are online',
  }).end;
}
