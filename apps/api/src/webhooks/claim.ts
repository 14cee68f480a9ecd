import type { Service } from '../service';

/** Requests of one node at a time. */
const maxSending = 100;

/** Requests of one node at a time for one webhook; for one that fails, a single one. */
const maxSendingEach = 4;

/** How long a node may take over a delivery, beyond its time limit, before another one takes it. */
const leaseSeconds = 60;

/** A delivery that this node is to make, with what it needs of its webhook. */
export interface Claimed {
  id: string;
  webhookId: string;
  type: string;
  body: string;
  attempts: number;
  url: string;
  /** The keys that sign, as the database keeps them. */
  secrets: Uint8Array[];
}

/**
 * Takes what is due, from each webhook no more than it has room for: one that hangs does not hold up the others. What a
 * node took and did not finish is due again once its lease is over.
 */
export async function claimDue({ pool }: Service, sending: Map<string, number>): Promise<Claimed[]> {
  const total = [...sending.values()].reduce((sum, count) => sum + count, 0);
  if (total >= maxSending) return [];
  const { rows } = await pool.query<Claimed>(
    `WITH due AS (
       SELECT d.id FROM "Webhook" w
       LEFT JOIN unnest($1::text[], $2::int[]) AS busy ("webhookId", count) ON busy."webhookId" = w.id
       CROSS JOIN LATERAL (
         SELECT id FROM "WebhookDelivery"
         WHERE "webhookId" = w.id AND "nextAttemptAt" <= now() AND (w."isEnabled" OR type = 'webhook.test')
         ORDER BY "nextAttemptAt"
         LIMIT GREATEST(0, CASE WHEN w."failingSince" IS NULL THEN $3::int ELSE 1 END - COALESCE(busy.count, 0))
         FOR UPDATE SKIP LOCKED
       ) d
       WHERE EXISTS (SELECT FROM "WebhookDelivery" WHERE "nextAttemptAt" <= now())
         AND (w."pausedUntil" IS NULL OR w."pausedUntil" <= now())
       LIMIT $4
     )
     UPDATE "WebhookDelivery" d SET attempts = d.attempts + 1, "isSending" = true,
       "nextAttemptAt" = now() + make_interval(secs => $5)
     FROM due, "Webhook" w WHERE d.id = due.id AND w.id = d."webhookId"
     RETURNING d.id, d."webhookId", d.type, d.body, d.attempts, w.url,
       CASE WHEN w."oldSecretUntil" > now() THEN ARRAY[w.secret, w."oldSecret"] ELSE ARRAY[w.secret] END AS secrets`,
    [[...sending.keys()], [...sending.values()], maxSendingEach, maxSending - total, leaseSeconds],
  );
  return rows;
}
