import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { publishDevices } from '../bus/publish-changes';
import type { AppContext } from '../context/app-context';
import { now, secondsFromNow } from '../database/expressions';
import { db, execute, executeFirst } from '../database/sql';
import type { Tables } from '../database/tables';
import { transact } from '../database/transaction';
import { findPresence } from '../features/devices/presence-events';
import { startPeriodicTask } from '../tasks/periodic-task';
import { insertDeliveries } from '../outbox/outbox';

/** Length of a lease, and how often it is renewed. Other nodes notice a crash within 15 s. */
const leaseMs = 12_000;
const renewMs = 2_000;

/** The lease of this node. */
export interface NodeLease {
  close(): Promise<void>;
}

/**
 * Renews the lease under which this node's devices are online, and expires the leases of nodes that crashed. `onLapse` is
 * called if the lease had lapsed and another node expired it.
 */
export async function startNodeLease(context: AppContext, onLapse: () => void): Promise<NodeLease> {
  const { nodeId, log, settings } = context;
  // The lock on the data directory proves that no other server uses this embedded database.
  if (!settings.DATABASE_URL) await expireNodes(context, (eb) => eb.lit(true));
  await renewLease(context);
  let reachableSince: number | undefined = 0;

  async function renew(): Promise<void> {
    try {
      if (await renewLease(context)) onLapse();
      reachableSince ??= Date.now();
      // After losing the database, wait one lease before expiring other nodes: they may have lost it too.
      if (Date.now() - reachableSince >= leaseMs) {
        publishDevices(context, await expireNodes(context, (eb) => eb('leaseUntil', '<', now)));
      }
    } catch (error) {
      reachableSince = undefined;
      throw error;
    }
  }

  const task = startPeriodicTask(renew, { everyMs: renewMs, log, failure: 'could not renew the node lease' });
  return {
    async close() {
      await task.end();
      const release = expireNodes(context, (eb) => eb('id', '=', nodeId));
      await release.catch((error: unknown) =>
        log.warn({ err: error }, 'could not release the node lease, it will lapse'),
      );
    },
  };
}

/** Returns whether the lease had been expired. */
async function renewLease({ pool, nodeId }: AppContext): Promise<boolean> {
  const upsert = db
    .insertInto('Node')
    .values({ id: nodeId, leaseUntil: secondsFromNow(leaseMs / 1000) })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ leaseUntil: ({ ref }) => ref('excluded.leaseUntil') }),
    )
    // PostgreSQL sets xmax to 0 in a row that was inserted, not updated.
    .returning(sql<boolean>`xmax = 0`.as('isNew'));
  return (await executeFirst(pool, upsert))?.isNew ?? false;
}

/** Deletes nodes and makes their devices offline, as of the end of the lease. Returns the IDs of the devices. */
async function expireNodes(
  { pool }: AppContext,
  where: (eb: ExpressionBuilder<Tables, 'Node'>) => Expression<SqlBool>,
): Promise<string[]> {
  // Nearly always there is none, and others would wait for a transaction.
  if ((await execute(pool, db.selectFrom('Node').select('id').where(where))).length === 0) return [];
  const statement = db
    .with('ended', (cte) => cte.deleteFrom('Node').where(where).returning(['id', 'leaseUntil']))
    // The device keeps its linkId, so that a node that was only suspended can reclaim it.
    .with('gone', (cte) =>
      cte
        .updateTable('Device as d')
        .from('ended')
        .set({ nodeId: null, lastSeenAt: ({ ref }) => sql<Date>`least(now(), ${ref('ended.leaseUntil')})` })
        .whereRef('d.nodeId', '=', 'ended.id')
        .returning(['d.id', 'd.accountId', 'd.linkId', 'd.lastSeenAt']),
    )
    .with('disconnected', (cte) =>
      cte
        .updateTable('DeviceConnection as c')
        .from('gone')
        .set({
          disconnectedAt: ({ ref }) =>
            sql<Date>`greatest(${ref('c.connectedAt')}, ${ref('gone.lastSeenAt')})`,
        })
        .whereRef('c.id', '=', 'gone.linkId')
        .where('c.disconnectedAt', 'is', null),
    )
    .selectFrom('gone')
    .select(['id', 'accountId']);
  return transact(pool, async (client, commit) => {
    const devices = await execute(client, statement);
    await insertDeliveries(client, await findPresence(client, 'device.offline', devices), commit);
    return devices.map(({ id }) => id);
  });
}
