import type { WebhookEventType, WebhookPayload } from '@drover/contract';
import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import { anyOf, insertFrom, textArray, texts, unnest } from '../database/expressions';
import { newId } from '../database/ids';
import { db, execute, type SqlClient } from '../database/sql';
import type { Tables } from '../database/tables';

/** A payload without its timestamp. */
type EventOf<Payload> = Payload extends { type: WebhookEventType; data: object }
  ? Pick<Payload, 'type' | 'data'>
  : never;

/** An event of an account, with the record as the API returns it. */
export type WebhookEvent = EventOf<WebhookPayload> & { accountId: string };

/** Returns the condition that a webhook of the account subscribes to one of the types. */
export function hasSubscriber(
  accountId: Expression<string>,
  ...types: WebhookEventType[]
): Expression<SqlBool> {
  const eb = expressionBuilder<Tables>();
  const webhooks = eb
    .selectFrom('Webhook as w')
    .where('w.accountId', '=', accountId)
    .where('w.isEnabled', '=', true)
    .where('w.events', '&&', textArray(namesOf(...types)));
  return eb.exists(webhooks);
}

/** Returns the names with which a webhook subscribes to events of these types: the types and `all`. */
const namesOf = (...types: WebhookEventType[]): string[] => ['all', ...types];

/**
 * Inserts a delivery for each subscriber. Runs in the transaction that changes the record, so that either both are
 * stored or neither is.
 */
export async function recordEvents(client: SqlClient, events: WebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  // Locks the webhooks until commit, so that none is deleted before its deliveries are inserted.
  const select = db
    .selectFrom('Webhook')
    .select(['id', 'accountId', 'events'])
    .where('accountId', '=', anyOf([...new Set(events.map(({ accountId }) => accountId))]))
    .where('isEnabled', '=', true)
    .where('events', '&&', textArray(namesOf(...new Set(events.map(({ type }) => type)))))
    .orderBy('id')
    .forKeyShare();
  const webhooks = await execute(client, select);
  if (webhooks.length === 0) return;
  const deliveries = events.flatMap(({ accountId, type, data }) => {
    const subscribers = webhooks.filter(
      (webhook) =>
        webhook.accountId === accountId && namesOf(type).some((name) => webhook.events.includes(name)),
    );
    const body = subscribers.length > 0 ? payloadOf(type, data) : '';
    return subscribers.map((webhook) => ({ id: newId(), webhookId: webhook.id, type, body }));
  });
  const rows = unnest('v', {
    id: texts(deliveries.map(({ id }) => id)),
    webhookId: texts(deliveries.map(({ webhookId }) => webhookId)),
    type: texts(deliveries.map(({ type }) => type)),
    body: texts(deliveries.map(({ body }) => body)),
  });
  const insert = insertFrom(db.insertInto('WebhookDelivery'), db.selectFrom(rows), (eb) => ({
    id: eb.ref('v.id'),
    webhookId: eb.ref('v.webhookId'),
    type: eb.ref('v.type'),
    body: eb.ref('v.body'),
  }));
  await execute(client, insert);
}

/** Returns the body of a request in the format of Standard Webhooks. */
export function payloadOf(type: string, data: object): string {
  return JSON.stringify({ type, timestamp: new Date().toISOString(), data });
}
