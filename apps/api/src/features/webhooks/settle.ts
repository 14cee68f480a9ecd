import { LIMITS, REASONS, writeReason } from '@drover/contract';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { PoolClient } from 'pg';
import type { NewMessage } from '../../bus/bus';
import { now, secondsAgo, secondsFromNow } from '../../database/expressions';
import {
  db,
  defineStatement,
  execute,
  executeCount,
  executeFirst,
  type Placeholders,
} from '../../database/sql';
import { settleAll, transact } from '../../database/transaction';
import { publishMessages } from '../../bus/publish-changes';
import { insertMessage } from '../messages/messages';
import type { AppContext } from '../../context/app-context';
import type { Attempt } from './attempt';
import { retryAfterOf, secondsToNext } from './backoff';
import type { ClaimedDelivery } from './claim';

/** The status with which a target unsubscribes, so its webhook is disabled at once. */
const goneStatus = 410;

/** Records the result of a delivery, unless another node has claimed the delivery meanwhile. */
export async function settleDelivery(
  context: AppContext,
  claimed: ClaimedDelivery,
  attempt: Attempt,
): Promise<void> {
  const result = attempt.error === null ? 'delivered' : 'failed';
  const isSettled = await settleWithoutWebhook(context, claimed, attempt);
  const notice = isSettled ? undefined : await settleWithWebhook(context, claimed, attempt);
  context.metrics.webhookDeliveries.inc({ result });
  if (notice) publishMessages(context, [notice]);
}

/**
 * Records the result of a delivery if its webhook does not change because the previous result was the same. Uses one
 * statement, because a transaction would block other connections of the embedded database. Returns false and records nothing
 * if the webhook changes or if another node has claimed the delivery.
 */
async function settleWithoutWebhook(
  { pool }: AppContext,
  claimed: ClaimedDelivery,
  attempt: Attempt,
): Promise<boolean> {
  const { answer, error } = attempt;
  if (answer?.status === goneStatus || retryAfterOf(answer) !== null) return false;
  const update = error === null ? updateAfterSuccesses : updateAfterFailures;
  return (await executeCount(pool, update(columnsOf(claimed, attempt)))) === 1;
}

/** Records an attempt and what follows for its webhook. Returns the notice for the inbox if that disables the webhook. */
function settleWithWebhook(
  { pool }: AppContext,
  claimed: ClaimedDelivery,
  attempt: Attempt,
): Promise<NewMessage | undefined> {
  return transact(pool, async (client) => {
    // Locks the webhook before its delivery, in the same order as its deletion does.
    const [webhook, updated] = await settleAll([
      lockWebhook(client, claimed.webhookId),
      executeCount(client, updateDelivery(columnsOf(claimed, attempt))),
    ]);
    if (!webhook || updated === 0) return undefined;
    if (attempt.error === null) await recordSuccess(client, claimed.webhookId, webhook);
    else if (claimed.type !== 'webhook.test') return recordFailure(client, { claimed, attempt, webhook });
    return undefined;
  });
}

/** Releases a delivery whose request was aborted because the server is stopping. */
export async function releaseDelivery(
  { pool }: AppContext,
  { id, attempts }: ClaimedDelivery,
): Promise<void> {
  const update = db
    .updateTable('WebhookDelivery')
    .set({ attempts: (eb) => eb('attempts', '-', 1), isSending: false, nextAttemptAt: now })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('isSending', '=', true);
  await execute(pool, update);
}

const selectWebhook = defineStatement(({ webhookId }: Placeholders<{ webhookId: string }>) =>
  db
    .selectFrom('Webhook')
    .select(['accountId', 'name', 'url', 'isEnabled', 'failingSince'])
    .select((eb) => {
      const isFailingForLong = eb('failingSince', '<', secondsAgo(LIMITS.webhookFailingSecondsMax));
      return eb.fn.coalesce(isFailingForLong, eb.lit(false)).as('isFailingForLong');
    })
    .where('id', '=', webhookId)
    .forNoKeyUpdate(),
);

function lockWebhook(client: PoolClient, webhookId: string) {
  return executeFirst(client, selectWebhook({ webhookId }));
}

type LockedWebhook = NonNullable<Awaited<ReturnType<typeof lockWebhook>>>;

/** Returns the seconds until the next request, or null if there is none. */
function retrySecondsOf({ type, attempts }: ClaimedDelivery, { answer }: Attempt): number | null {
  const seconds = type === 'webhook.test' ? null : secondsToNext(attempts);
  return seconds === null ? null : Math.max(seconds, retryAfterOf(answer) ?? 0);
}

interface AttemptColumns {
  id: string;
  attempts: number;
  state: 'delivered' | 'failed' | 'pending';
  retrySeconds: number | null;
  headers: string;
  response: string | null;
  durationMs: number;
  error: string | null;
}

const updateAttempted = (columns: Placeholders<AttemptColumns>) =>
  db
    .updateTable('WebhookDelivery')
    .set({
      state: columns.state,
      isSending: false,
      nextAttemptAt: secondsFromNow(columns.retrySeconds),
      headers: columns.headers,
      response: columns.response,
      durationMs: columns.durationMs,
      error: columns.error,
      attemptedAt: now,
    })
    // Another node may have claimed the delivery meanwhile.
    .where('id', '=', columns.id)
    .where('attempts', '=', columns.attempts)
    .where('isSending', '=', true);

const updateDelivery = defineStatement(updateAttempted);

/** Creates an update of a delivery that has an effect only if its webhook meets the condition. */
const updateIfWebhook = (condition: Expression<SqlBool>) =>
  defineStatement((columns: Placeholders<AttemptColumns>) =>
    updateAttempted(columns).where((eb) => {
      const webhook = eb.selectFrom('Webhook as w').whereRef('w.id', '=', 'WebhookDelivery.webhookId');
      return eb.exists(webhook.where(condition));
    }),
  );

const updateAfterSuccesses = updateIfWebhook(sql<SqlBool>`w."failingSince" IS NULL`);

/** For a webhook that has not been failing long enough to be disabled. */
const updateAfterFailures = updateIfWebhook(
  sql<SqlBool>`w."failingSince" >= ${secondsAgo(LIMITS.webhookFailingSecondsMax)}`,
);

function columnsOf(claimed: ClaimedDelivery, attempt: Attempt): AttemptColumns {
  const { headers, answer, durationMs, error } = attempt;
  const retrySeconds = error === null ? null : retrySecondsOf(claimed, attempt);
  const state = error === null ? 'delivered' : retrySeconds === null ? 'failed' : 'pending';
  return {
    ...{ id: claimed.id, attempts: claimed.attempts, state, retrySeconds, durationMs, error },
    headers: JSON.stringify(headers),
    response: answer && JSON.stringify(answer),
  };
}

/** Sends the pending deliveries at once when a failing target works again. */
async function recordSuccess(
  client: PoolClient,
  webhookId: string,
  { failingSince }: LockedWebhook,
): Promise<void> {
  if (!failingSince) return;
  await execute(client, db.updateTable('Webhook').set({ failingSince: null }).where('id', '=', webhookId));
  const update = db
    .updateTable('WebhookDelivery')
    .set({ nextAttemptAt: now })
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'pending')
    .where('nextAttemptAt', '>', now)
    .where('isSending', '=', false);
  await execute(client, update);
}

interface Failure {
  claimed: ClaimedDelivery;
  attempt: Attempt;
  webhook: LockedWebhook;
}

const markFailing = defineStatement(
  ({ webhookId, pauseSeconds }: Placeholders<{ webhookId: string; pauseSeconds: number | null }>) =>
    db
      .updateTable('Webhook')
      .set({
        failingSince: (eb) => eb.fn.coalesce('failingSince', now),
        pausedUntil: (eb) => sql<Date>`greatest(${eb.ref('pausedUntil')}, ${secondsFromNow(pauseSeconds)})`,
      })
      .where('id', '=', webhookId),
);

/** Records a failure. If it disables the webhook, returns the notice for the inbox. */
async function recordFailure(
  client: PoolClient,
  { claimed: { webhookId }, attempt, webhook }: Failure,
): Promise<NewMessage | undefined> {
  await execute(client, markFailing({ webhookId, pauseSeconds: retryAfterOf(attempt.answer) }));
  if (!webhook.isEnabled) return undefined;
  if (attempt.answer?.status === goneStatus) {
    return disableWebhook(client, webhookId, {
      webhook,
      reason: REASONS.target_gone,
    });
  }
  if (!webhook.isFailingForLong) return undefined;
  const days = LIMITS.webhookFailingSecondsMax / 86_400;
  const reason = writeReason('target_failing', { days, error: attempt.error ?? '' });
  return disableWebhook(client, webhookId, { webhook, reason });
}

async function disableWebhook(
  client: PoolClient,
  webhookId: string,
  { webhook, reason }: { webhook: LockedWebhook; reason: string },
): Promise<NewMessage> {
  const update = db
    .updateTable('Webhook')
    .set({ isEnabled: false, disabledReason: reason })
    .where('id', '=', webhookId);
  await execute(client, update);
  return insertMessage(client, {
    accountId: webhook.accountId,
    title: 'A webhook was disabled',
    text: `The webhook ${webhook.name ?? webhook.url} was disabled: ${reason}. Its pending deliveries are stored for a limited time. Enable the webhook again when its target works.`,
  });
}
