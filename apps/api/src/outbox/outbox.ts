import { LIMITS, type WebhookEventType, type WebhookPayload } from '@drover/contract';
import { expressionBuilder, sql, type Expression, type InsertResult, type SqlBool } from 'kysely';
import { anyOf, insertFrom, ints, textArray, texts, unnest } from '../database/expressions';
import { newId } from '../database/ids';
import {
  db,
  defineStatement,
  execute,
  prepared,
  type Placeholders,
  type SqlClient,
  type Statement,
} from '../database/sql';
import type { Tables } from '../database/tables';
import type { Commit } from '../database/transaction';

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
  await insertDeliveries(client, { events, webhooks: await lockSubscribers(client, accountIds, types) });
}

interface EventColumns {
  accountId: string;
  names: string[];
  type: string;
  body: string;
  /** The IDs of its deliveries, one for each webhook that an account may have. */
  ids: string[];
}

const insertForSubscribers = defineStatement(
  ({ accountId, names, type, body, ids }: Placeholders<EventColumns>) => {
    const subscribers = db
      .selectFrom('Webhook as w')
      .select('w.id')
      .where('w.accountId', '=', accountId)
      .where('w.isEnabled', '=', true)
      .where('w.events', '&&', textArray(names))
      .orderBy('w.id')
      // As in lockSubscribers.
      .forKeyShare();
    const insert = db.with('subscriber', () => subscribers).insertInto('WebhookDelivery');
    return insertFrom(insert, db.selectFrom(sql<{ id: string }>`subscriber`.as('s')), (eb) => ({
      id: sql<string>`(${textArray(ids)})[row_number() OVER (ORDER BY ${eb.ref('s.id')})]`,
      webhookId: eb.ref('s.id'),
      type: sql<string>`${type}::text`,
      body: sql<string>`${body}::text`,
    }));
  },
);

/** Returns the statement of `recordEvents` for one event, for a transaction whose statements are sent together. */
export function insertEvent({ accountId, type, data }: WebhookEvent): Statement<InsertResult> {
  const insert = insertForSubscribers({
    accountId,
    names: namesOf(type),
    type,
    body: payloadOf(type, data),
    ids: Array.from({ length: LIMITS.webhooks }, newId),
  });
  return prepared(insert);
}

/** A webhook that subscribes to events. */
export interface Subscriber {
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
  return execute(client, prepared(select));
}

/** Events, and the webhooks that may subscribe to them. */
export interface EventsToDeliver {
  webhooks: Subscriber[];
  events: WebhookEvent[];
}

/**
 * Inserts a delivery of each event for each of the webhooks that subscribes to it. A body may be large and an account may
 * have many webhooks, so each body is sent to the database once. Calls `commit` after the statement is sent, or at once
 * if there is nothing to insert.
 */
export async function insertDeliveries(
  client: SqlClient,
  { webhooks, events }: EventsToDeliver,
  commit?: Commit,
): Promise<void> {
  const deliveries = events.flatMap(({ accountId, type }, index) =>
    webhooks
      .filter(
        ({ accountId: owner, events: names }) =>
          owner === accountId && namesOf(type).some((name) => names.includes(name)),
      )
      .map(({ id: webhookId }) => ({ id: newId(), webhookId, type, event: index + 1 })),
  );
  if (deliveries.length === 0) return commit?.();
  const heard = new Set(deliveries.map(({ event }) => event));
  const bodies = events.map(({ type, data }, index) => (heard.has(index + 1) ? payloadOf(type, data) : ''));
  const rows = unnest('v', {
    id: texts(deliveries.map(({ id }) => id)),
    webhookId: texts(deliveries.map(({ webhookId }) => webhookId)),
    type: texts(deliveries.map(({ type }) => type)),
    event: ints(deliveries.map(({ event }) => event)),
  });
  const bodyRows = sql<{ body: string; event: number }>`unnest(${textArray(bodies)}) WITH ORDINALITY`;
  const source = db.selectFrom(rows).innerJoin(bodyRows.as<'b'>(sql`b(body, event)`), 'b.event', 'v.event');
  const insert = insertFrom(db.insertInto('WebhookDelivery'), source, (eb) => ({
    id: eb.ref('v.id'),
    webhookId: eb.ref('v.webhookId'),
    type: eb.ref('v.type'),
    body: eb.ref('b.body'),
  }));
  const inserted = execute(client, prepared(insert));
  commit?.();
  await inserted;
}

/** Returns the body of a request in the format of Standard Webhooks. */
export function payloadOf(type: string, data: object): string {
  return JSON.stringify({ type, timestamp: new Date().toISOString(), data });
}
