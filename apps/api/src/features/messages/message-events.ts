import type { ClientBase } from 'pg';
import { insertDeliveries, lockSubscribers, type Subscriber, type WebhookEvent } from '../../outbox/outbox';
import { toMessage, type MessageRow } from '../../records/message-record';

/** A message with the account that it belongs to. */
type AccountMessage = MessageRow & { accountId: string };

/** Returns the webhook event of a new message. */
export function messageCreated(message: AccountMessage): WebhookEvent {
  return { accountId: message.accountId, type: 'message.created', data: toMessage(message) };
}

/** Returns the webhooks of accounts that subscribe to new messages, and locks them until commit. */
export function lockMessageSubscribers(client: ClientBase, accountIds: string[]): Promise<Subscriber[]> {
  return lockSubscribers(client, accountIds, ['message.created']);
}

/** Records the webhook events of new messages. Messages may be large, so only those with a subscriber are formatted. */
export async function recordMessages(
  client: ClientBase,
  webhooks: Subscriber[],
  messages: AccountMessage[],
): Promise<void> {
  const subscribed = new Set(webhooks.map(({ accountId }) => accountId));
  const events = messages.filter(({ accountId }) => subscribed.has(accountId)).map(messageCreated);
  await insertDeliveries(client, { webhooks, events });
}
