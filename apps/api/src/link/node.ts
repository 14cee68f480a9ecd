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
  const { pool, nodeId, log, settings } = service;
  // The lock on the data directory tells that whoever was here before is gone.
  if (!settings.DATABASE_URL) await pool.query('DELETE FROM "Node"');
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
      await pool.query(`DELETE FROM "Node" WHERE id = $1`, [nodeId]);
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

/** A node that died takes its devices with it. */
async function clearAwayDead(service: Service): Promise<void> {
  const { rows } = await service.pool.query<{ id: string }>(
    `WITH dead AS (
       DELETE FROM "Node" WHERE "leaseUntil" < now() - make_interval(secs => $1) RETURNING id
     )
     SELECT d.id FROM "Device" d JOIN dead ON dead.id = d."nodeId"`,
    [leaseMs / 1000],
  );
  publishDevices(
    service,
    rows.map(({ id }) => id),
  );
}
