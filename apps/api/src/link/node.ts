import { transact } from '../database/transaction';
import { publishDevices } from '../events/publish';
import type { Service } from '../service';

/** How long a node's word is good; it gives it again three times in that time. */
const leaseMs = 15_000;
const renewMs = 5_000;

/** This server among the nodes. */
export interface Node {
  close(): Promise<void>;
}

/**
 * Keeps the lease under which this node's devices are online, and clears away nodes that died. `onLapse` is called
 * where the lease had lapsed and another node cleared this one away.
 */
export async function openNode(service: Service, onLapse: () => void): Promise<Node> {
  const { nodeId, log, settings } = service;
  // The lock on the data directory tells that whoever was here before is gone.
  if (!settings.DATABASE_URL) await endNodes(service, 'true');
  await renew(service);
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renew(service).then(
      (hadLapsed) => void (hadLapsed && onLapse()),
      (error: unknown) => log.warn({ err: error }, 'lease not renewed'),
    );
  }, renewMs);
  return {
    async close() {
      clearInterval(timer);
      await renewing;
      await endNodes(service, 'id = $1', [nodeId]);
    },
  };
}

async function renew(service: Service): Promise<boolean> {
  const { pool, nodeId } = service;
  const { rows } = await pool.query<{ isNew: boolean }>(
    `INSERT INTO "Node" (id, "leaseUntil") VALUES ($1, now() + make_interval(secs => $2))
     ON CONFLICT (id) DO UPDATE SET "leaseUntil" = EXCLUDED."leaseUntil" RETURNING xmax = 0 AS "isNew"`,
    [nodeId, leaseMs / 1000],
  );
  await clearAwayDead(service);
  return rows[0]?.isNew ?? false;
}

async function clearAwayDead(service: Service): Promise<void> {
  const isDead = '"leaseUntil" < now() - make_interval(secs => $1)';
  publishDevices(service, await endNodes(service, isDead, [leaseMs / 1000]));
}

/** A node that ends takes its devices with it: they were online no longer than its lease. Gives their ids. */
async function endNodes({ pool }: Service, where: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await transact(pool, (client) =>
    client.query<{ id: string }>(
      `WITH ended AS (
         DELETE FROM "Node" WHERE ${where} RETURNING id, "leaseUntil"
       ), gone AS (
         SELECT d.id, d."linkId", ended."leaseUntil" FROM "Device" d JOIN ended ON ended.id = d."nodeId"
       ), disconnected AS (
         UPDATE "DeviceConnection" c SET "disconnectedAt" = GREATEST(c."connectedAt", LEAST(now(), gone."leaseUntil"))
         FROM gone WHERE c.id = gone."linkId" AND c."disconnectedAt" IS NULL
       )
       SELECT id FROM gone`,
      values,
    ),
  );
  return rows.map(({ id }) => id);
}
