import {
  cutChars,
  LIMITS,
  type WebhookDelivery,
  type WebhookDeliveryFilter,
  type WebhookDeliveryList,
} from '@drover/contract';
import { Prisma, type WebhookDelivery as Row } from '../database/client/client';
import { newId } from '../database/ids';
import { ApiError, found } from '../http/api-error';
import { given, listPage, selectRows } from '../http/lists';
import type { Service } from '../service';
import { payloadOf } from './outbox';
import { getWebhook, type WebhookIds } from './webhooks';

/** Of bodies no more is read than is shown. To be followed by WHERE. */
const selectDeliveries = Prisma.sql`
  SELECT d.id, d.type, left(d.body, ${LIMITS.webhookLoggedChars}) AS body, d.state, d.attempts, d."nextAttemptAt",
    d."isSending", d."attemptedAt", d.headers, d.answer, d."durationMs", d.error, d."createdAt"
  FROM "WebhookDelivery" d`;

export async function listDeliveries(
  service: Service,
  ids: WebhookIds,
  { state, ...paging }: WebhookDeliveryFilter,
): Promise<WebhookDeliveryList> {
  await getWebhook(service, ids);
  const rows = selectRows<DeliveryRow>(service.pool, selectDeliveries, [
    Prisma.sql`d."webhookId" = ${ids.webhookId}`,
    given(state, (wanted) => Prisma.sql`d.state = ${wanted}::"WebhookDeliveryState"`),
  ]);
  return listPage(paging, { ...rows, item: toDelivery });
}

/** A delivery that is tried once, of a webhook that is disabled too. */
export async function sendTestDelivery(service: Service, ids: WebhookIds): Promise<WebhookDelivery> {
  const { _id: webhookId } = await getWebhook(service, ids);
  const type = 'webhook.test';
  const data = { id: newId(), webhookId, type, body: payloadOf(type, { webhookId }) };
  return toDelivery(await service.prisma.webhookDelivery.create({ data }));
}

/** Makes it due now, whatever became of it before. One that is being sent is left alone. */
export async function resendDelivery(
  service: Service,
  { deliveryId, ...ids }: WebhookIds & { deliveryId: string },
): Promise<void> {
  const { webhookDelivery } = service.prisma;
  const where = { id: deliveryId, webhookId: ids.webhookId };
  const { isEnabled } = await getWebhook(service, ids);
  found(await webhookDelivery.findFirst({ where, select: { id: true } }));
  if (!isEnabled) {
    throw new ApiError('conflict', {
      message: 'The webhook is disabled. Enable it, and send it again then.',
    });
  }
  await webhookDelivery.updateMany({
    where: { ...where, isSending: false },
    data: { state: 'pending', nextAttemptAt: new Date() },
  });
}

type DeliveryRow = Omit<Row, 'webhookId'>;

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
      headers: row.headers as WebhookDelivery['request']['headers'],
      body: cutChars(row.body, LIMITS.webhookLoggedChars),
    },
    response: row.answer as WebhookDelivery['response'],
    durationMs: row.durationMs,
    error: row.error,
  };
}
