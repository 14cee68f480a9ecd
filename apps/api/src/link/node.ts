import { transact } from '../database/transaction';
import { publishDevices } from '../events/publish';
import { lookAgain } from '../look-again';
import type { Service } from '../service';
import { recordPresence } from '../webhooks/happenings';

/** How long a node's word is good, and how often it gives it: 15 s after its end all know that it is gone. */
const leaseMs = 12_000;
const renewMs = 2_000;

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
  let steadySince: number | undefined = 0;

  async function keep(): Promise<void> {
    try {
      if (await renew(service)) onLapse();
      steadySince ??= Date.now();
      // Who could not reach the database does not judge others, who could not either.
      if (Date.now() - steadySince >= leaseMs)
        publishDevices(service, await endNodes(service, '"leaseUntil" < now()'));
    } catch (error) {
      steadySince = undefined;
      throw error;
    }
  }

  const renewing = lookAgain(keep, { everyMs: renewMs, log, failure: 'lease not renewed' });
  return {
    async close() {
      await renewing.end();
      const giveBack = endNodes(service, 'id = $1', [nodeId]);
      await giveBack.catch((error: unknown) => log.warn({ err: error }, 'lease not given back; it lapses'));
    },
  };
}

/** Gives whether there was no lease any more. */
async function renew({ pool, nodeId }: Service): Promise<boolean> {
  const { rows } = await pool.query<{ isNew: boolean }>(
    `INSERT INTO "Node" (id, "leaseUntil") VALUES ($1, now() + make_interval(secs => $2))
     ON CONFLICT (id) DO UPDATE SET "leaseUntil" = EXCLUDED."leaseUntil" RETURNING xmax = 0 AS "isNew"`,
    [nodeId, leaseMs / 1000],
  );
  return rows[0]?.isNew ?? false;
}

/** A node that ends takes its devices with it: they were online no longer than its lease. Gives their ids. */
async function endNodes({ pool }: Service, where: string, values: unknown[] = []): Promise<string[]> {
  return transact(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      // A device keeps the name of its link, so that a node that only slept has it back.
      `WITH ended AS (
         DELETE FROM "Node" WHERE ${where} RETURNING id, "leaseUntil"
       ), gone AS (
         UPDATE "Device" d SET "nodeId" = NULL, "lastSeenAt" = LEAST(now(), ended."leaseUntil")
         FROM ended WHERE d."nodeId" = ended.id RETURNING d.id, d."linkId", d."lastSeenAt"
       ), disconnected AS (
         UPDATE "DeviceConnection" c SET "disconnectedAt" = GREATEST(c."connectedAt", gone."lastSeenAt")
         FROM gone WHERE c.id = gone."linkId" AND c."disconnectedAt" IS NULL
       )
       SELECT id FROM gone`,
      values,
    );
    const deviceIds = rows.map(({ id }) => id);
    await recordPresence(client, 'device.offline', deviceIds);
    return deviceIds;
  });
}
