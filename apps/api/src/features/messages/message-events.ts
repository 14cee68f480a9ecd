import type { ClientBase } from 'pg';
import type { NewMessage } from '../../bus/bus';
import { anyOf } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { hasSubscriber, recordEvents } from '../../outbox/outbox';
import { toMessage } from '../../records/message-record';

/** Records the webhook events of new messages. */
export async function recordMessages(
  client: ClientBase,
  messages: Pick<NewMessage, 'messageId'>[],
): Promise<void> {
  if (messages.length === 0) return;
  const select = db
    .selectFrom('Message as m')
    .selectAll('m')
    .where('m.id', '=', anyOf(messages.map(({ messageId }) => messageId)))
    .where((eb) => hasSubscriber(eb.ref('m.accountId'), 'message.created'));
  const rows = await execute(client, select);
  await recordEvents(
    client,
    rows.map((row) => ({ accountId: row.accountId, type: 'message.created', data: toMessage(row) })),
  );
}
