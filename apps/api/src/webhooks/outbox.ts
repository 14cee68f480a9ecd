import type { WebhookEventType } from '@drover/contract';
import { newId } from '../database/ids';
import type { Statements } from '../database/statements';

/** What happened in an account: the record as the interface shows it. */
export interface WebhookEvent {
  accountId: string;
  type: WebhookEventType;
  data: object;
}

/** Condition that somebody listens to one of the types in this parameter; to be held against an account's id. */
export const isHeard = (accountId: string, types: string) =>
  `EXISTS (SELECT FROM "Webhook" w WHERE w."accountId" = ${accountId} AND w."isEnabled" AND w.events && ${types}::text[])`;

/** The types that a webhook may name for an event: the event's own, and all. */
export const namesOf = (...types: WebhookEventType[]): string[] => ['all', ...types];

/**
 * Writes a delivery for each webhook that listens, in the transaction of what it tells of: all of it is recorded, or
 * nothing.
 */
export async function recordEvents(client: Statements, events: WebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  const { rows: webhooks } = await client.query<{ id: string; accountId: string; events: string[] }>(
    // Held until the commit, so that no webhook is deleted between the look and its deliveries.
    `SELECT id, "accountId", events FROM "Webhook"
     WHERE "accountId" = ANY($1) AND "isEnabled" AND events && $2 ORDER BY id FOR KEY SHARE`,
    [
      [...new Set(events.map(({ accountId }) => accountId))],
      namesOf(...new Set(events.map(({ type }) => type))),
    ],
  );
  if (webhooks.length === 0) return;
  const deliveries = events.flatMap(({ accountId, type, data }) => {
    const listening = webhooks.filter(
      (webhook) =>
        webhook.accountId === accountId && namesOf(type).some((name) => webhook.events.includes(name)),
    );
    const body = listening.length > 0 ? payloadOf(type, data) : '';
    return listening.map((webhook) => ({ id: newId(), webhookId: webhook.id, type, body }));
  });
  await client.query(
    `INSERT INTO "WebhookDelivery" (id, "webhookId", type, body)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])`,
    [
      ...[deliveries.map(({ id }) => id), deliveries.map(({ webhookId }) => webhookId)],
      ...[deliveries.map(({ type }) => type), deliveries.map(({ body }) => body)],
    ],
  );
}

/** The body of a request, as Standard Webhooks advises. */
export function payloadOf(type: string, data: object): string {
  return JSON.stringify({ type, timestamp: new Date().toISOString(), data });
}
