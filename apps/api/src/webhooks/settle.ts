import { LIMITS } from '@drover/contract';
import type { PoolClient } from 'pg';
import type { NewMessage } from '../bus/bus';
import { transact } from '../database/transaction';
import { publishMessages } from '../events/publish';
import { insertMessage } from '../messages/messages';
import type { Service } from '../service';
import type { Attempt } from './attempt';
import { retryAfterOf, secondsToNext } from './backoff';
import type { Claimed } from './claim';

/** Says that the target wants no more of it: it is disabled at once. */
const gone = 410;

interface Held {
  accountId: string;
  name: string | null;
  url: string;
  isEnabled: boolean;
  isFailing: boolean;
  isFailingForLong: boolean;
}

/** Writes what came of a delivery, unless another node has taken it meanwhile. */
export async function settleDelivery(service: Service, claimed: Claimed, attempt: Attempt): Promise<void> {
  const result = attempt.error === null ? 'delivered' : 'failed';
  const notice = await transact(service.pool, async (client) => {
    // The webhook first, as who deletes it does.
    const webhook = await holdWebhook(client, claimed.webhookId);
    const wait = result === 'failed' ? waitOf(claimed, attempt) : null;
    if (!webhook || !(await writeAttempt(client, claimed, { attempt, wait }))) return undefined;
    if (result === 'delivered') await noteSuccess(client, claimed.webhookId, webhook);
    else if (claimed.type !== 'webhook.test') return noteFailure(client, { claimed, attempt, webhook });
    return undefined;
  });
  service.metrics.webhookDeliveries.inc({ result });
  if (notice) publishMessages(service, [notice]);
}

/** Gives a delivery back that was not made: the server stops. */
export async function returnDelivery({ pool }: Service, { id, attempts }: Claimed): Promise<void> {
  await pool.query(
    `UPDATE "WebhookDelivery" SET attempts = attempts - 1, "isSending" = false, "nextAttemptAt" = now()
     WHERE id = $1 AND attempts = $2 AND "isSending"`,
    [id, attempts],
  );
}

async function holdWebhook(client: PoolClient, webhookId: string): Promise<Held | undefined> {
  const { rows } = await client.query<Held>(
    `SELECT "accountId", name, url, "isEnabled", "failingSince" IS NOT NULL AS "isFailing",
       COALESCE("failingSince" < now() - make_interval(secs => $2), false) AS "isFailingForLong"
     FROM "Webhook" WHERE id = $1 FOR NO KEY UPDATE`,
    [webhookId, LIMITS.webhookFailingSecondsMax],
  );
  return rows[0];
}

/** Seconds to the next request; nothing where there is none. */
function waitOf({ type, attempts }: Claimed, { answer }: Attempt): number | null {
  const wait = type === 'webhook.test' ? null : secondsToNext(attempts);
  return wait === null ? null : Math.max(wait, retryAfterOf(answer) ?? 0);
}

/** Gives whether the delivery was still this node's. */
async function writeAttempt(
  client: PoolClient,
  { id, attempts }: Claimed,
  { attempt, wait }: { attempt: Attempt; wait: number | null },
): Promise<boolean> {
  const state = attempt.error === null ? 'delivered' : wait === null ? 'failed' : 'pending';
  const { rowCount } = await client.query(
    `UPDATE "WebhookDelivery" SET state = $3::"WebhookDeliveryState", "isSending" = false,
       "nextAttemptAt" = now() + make_interval(secs => $4), headers = $5, answer = $6,
       "durationMs" = $7, error = $8, "attemptedAt" = now()
     WHERE id = $1 AND attempts = $2 AND "isSending"`,
    [
      ...[id, attempts, state, wait, JSON.stringify(attempt.headers)],
      ...[attempt.answer && JSON.stringify(attempt.answer), attempt.durationMs, attempt.error],
    ],
  );
  return rowCount === 1;
}

/** A target that is back gets at once what waits for it. */
async function noteSuccess(client: PoolClient, webhookId: string, { isFailing }: Held): Promise<void> {
  if (!isFailing) return;
  await client.query('UPDATE "Webhook" SET "failingSince" = NULL WHERE id = $1', [webhookId]);
  await client.query(
    `UPDATE "WebhookDelivery" SET "nextAttemptAt" = now()
     WHERE "webhookId" = $1 AND "nextAttemptAt" > now() AND NOT "isSending"`,
    [webhookId],
  );
}

interface Failure {
  claimed: Claimed;
  attempt: Attempt;
  webhook: Held;
}

/** Gives the notice where that was enough of it. */
async function noteFailure(
  client: PoolClient,
  { claimed: { webhookId }, attempt, webhook }: Failure,
): Promise<NewMessage | undefined> {
  await client.query(
    `UPDATE "Webhook" SET "failingSince" = COALESCE("failingSince", now()),
       "pausedUntil" = GREATEST("pausedUntil", now() + make_interval(secs => $2)) WHERE id = $1`,
    [webhookId, retryAfterOf(attempt.answer)],
  );
  if (!webhook.isEnabled) return undefined;
  if (attempt.answer?.status === gone) {
    return disable(client, webhookId, { webhook, reason: 'its target answered with status 410: gone' });
  }
  if (!webhook.isFailingForLong) return undefined;
  const days = LIMITS.webhookFailingSecondsMax / 86_400;
  const reason = `every request has failed for ${days} days, the last one with: ${attempt.error}`;
  return disable(client, webhookId, { webhook, reason });
}

async function disable(
  client: PoolClient,
  webhookId: string,
  { webhook, reason }: { webhook: Held; reason: string },
): Promise<NewMessage> {
  await client.query(`UPDATE "Webhook" SET "isEnabled" = false, "disabledReason" = $2 WHERE id = $1`, [
    webhookId,
    reason,
  ]);
  return insertMessage(client, {
    accountId: webhook.accountId,
    title: 'A webhook was disabled',
    text: `The webhook ${webhook.name ?? webhook.url} was disabled: ${reason}. What waits for it is kept for a while; enable it again once its target works.`,
  });
}
