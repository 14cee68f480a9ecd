import {
  cutChars,
  LIMITS,
  WebhookDeliveryState,
  type WebhookDelivery,
  type WebhookDeliveryFilter,
  type WebhookDeliveryList,
} from '@drover/contract';
import { sql, type InferResult } from 'kysely';
import { anyOf, enumValue } from '../../database/expressions';
import { listHistory, type Branch } from '../../database/history';
import { newId } from '../../database/ids';
import { db, defineStatement, execute, type Placeholders } from '../../database/sql';
import { ApiError, orNotFound } from '../../errors/api-error';
import type { AppContext } from '../../context/app-context';
import { payloadOf } from '../../outbox/outbox';
import { getWebhook, type WebhookIds } from './webhooks';

/** Reads of a body only the part that the log shows. */
const selectDeliveries = defineStatement(({ ids }: Placeholders<{ ids: string[] }>) =>
  db
    .selectFrom('WebhookDelivery as d')
    .select(['d.id', 'd.type', 'd.state', 'd.attempts', 'd.nextAttemptAt', 'd.isSending', 'd.attemptedAt'])
    .select(['d.headers', 'd.response', 'd.durationMs', 'd.error', 'd.createdAt'])
    .select((eb) => sql<string>`left(${eb.ref('d.body')}, ${LIMITS.webhookLoggedChars})`.as('body'))
    .where('d.id', '=', anyOf(ids)),
);

export async function listDeliveries(
  context: AppContext,
  ids: WebhookIds,
  { state, ...paging }: WebhookDeliveryFilter,
): Promise<WebhookDeliveryList> {
  await getWebhook(context, ids);
  const branches = (state ? [state] : WebhookDeliveryState.options).map(
    (value): Branch<'WebhookDelivery'> => ({
      keys: [
        ['webhookId', ids.webhookId],
        ['state', enumValue('WebhookDeliveryState', value)],
      ],
    }),
  );
  const reader = { select: selectDeliveries, item: toDelivery };
  return listHistory(context.pool, paging, { table: 'WebhookDelivery', branches, ...reader });
}

/** Sends a test delivery, once and even if the webhook is disabled. */
export async function sendTestDelivery(context: AppContext, ids: WebhookIds): Promise<WebhookDelivery> {
  const { _id: webhookId } = await getWebhook(context, ids);
  const type = 'webhook.test';
  const insert = db
    .insertInto('WebhookDelivery')
    .values({ id: newId(), webhookId, type, body: payloadOf(type, { webhookId }) })
    .returningAll();
  const [row] = await execute(context.pool, insert);
  return toDelivery(row);
}

/** Makes a delivery due now, whatever its state is. Has no effect on a delivery that is being sent. */
export async function resendDelivery(
  context: AppContext,
  { deliveryId, ...ids }: WebhookIds & { deliveryId: string },
): Promise<void> {
  const { webhookDelivery } = context.prisma;
  const where = { id: deliveryId, webhookId: ids.webhookId };
  const { isEnabled } = await getWebhook(context, ids);
  orNotFound(await webhookDelivery.findFirst({ where, select: { id: true } }));
  if (!isEnabled) {
    throw new ApiError('conflict', {
      message: 'The webhook is disabled. Enable it before you resend a delivery.',
    });
  }
  await webhookDelivery.updateMany({
    where: { ...where, isSending: false },
    data: { state: 'pending', nextAttemptAt: new Date() },
  });
}

type DeliveryRow = InferResult<ReturnType<typeof selectDeliveries>>[number];

function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    _id: row.id,
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    attemptedAt: row.attemptedAt?.toISOString() ?? null,
    nextAttemptAt: row.isSending ? null : (row.nextAttemptAt?.toISOString() ?? null),
    request: {
      headers: row.headers,
      body: cutChars(row.body, LIMITS.webhookLoggedChars),
    },
    response: row.response,
    durationMs: row.durationMs,
    error: row.error,
  };
}
