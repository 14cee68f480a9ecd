import type { ClientBase } from 'pg';
import type { NewMessage } from '../../bus/bus';
import { anyOf } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { hasSubscriber, insertDeliveries, lockSubscribers } from '../../outbox/outbox';
import { toMessage } from '../../records/message-record';

/** Records the webhook events of new messages. */
export async function recordMessages(
  client: ClientBase,
  messages: Pick<NewMessage, 'accountId' | 'messageId'>[],
): Promise<void> {
  if (messages.length === 0) return;
  const select = db
    .selectFrom('Message as m')
    .selectAll('m')
    .where('m.id', '=', anyOf(messages.map(({ messageId }) => messageId)))
    .where((eb) => hasSubscriber(eb.ref('m.accountId'), 'message.created'));
  const accountIds = messages.map(({ accountId }) => accountId);
  const [rows, webhooks] = await Promise.all([
    execute(client, select),
    lockSubscribers(client, accountIds, ['message.created']),
  ]);
  const toEvent = (row: (typeof rows)[number]) =>
    ({ accountId: row.accountId, type: 'message.created', data: toMessage(row) }) as const;
  await insertDeliveries(client, webhooks, rows.map(toEvent));
}
