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
  const accountIds = events.map(({ accountId }) => accountId);
  const types = events.map(({ type }) => type);
  await insertDeliveries(client, await lockSubscribers(client, accountIds, types), events);
}

interface Subscriber {
  id: string;
  accountId: string;
  events: string[];
}

/** Returns the webhooks that subscribe to events. Locks them until commit, so that none is deleted before its deliveries are inserted. */
export async function lockSubscribers(
  client: SqlClient,
  accountIds: string[],
  types: WebhookEventType[],
): Promise<Subscriber[]> {
  const select = db
    .selectFrom('Webhook')
    .select(['id', 'accountId', 'events'])
    .where('accountId', '=', anyOf([...new Set(accountIds)]))
    .where('isEnabled', '=', true)
    .where('events', '&&', textArray(namesOf(...new Set(types))))
    .orderBy('id')
    .forKeyShare();
  return execute(client, select);
}

/** Inserts a delivery of each event for each of the webhooks that subscribes to it. */
export async function insertDeliveries(
  client: SqlClient,
  webhooks: Subscriber[],
  events: WebhookEvent[],
): Promise<void> {
  if (webhooks.length === 0 || events.length === 0) return;
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
