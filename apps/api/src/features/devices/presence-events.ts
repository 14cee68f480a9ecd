import type { WebhookEventType } from '@drover/contract';
import type { ClientBase } from 'pg';
import { anyOf } from '../../database/expressions';
import { execute, prepared } from '../../database/sql';
import { settleAll } from '../../database/transaction';
import { hasSubscriber, lockSubscribers, type EventsToDeliver, type WebhookEvent } from '../../outbox/outbox';
import { selectDevices, toDevice } from '../../records/device-record';

/**
 * Returns the webhook events for devices that went online or offline, if a webhook of the account subscribes to them. Sends
 * its statements together, because others may wait for the transaction.
 */
export async function findPresence(
  client: ClientBase,
  type: Extract<WebhookEventType, 'device.online' | 'device.offline'>,
  devices: { id: string; accountId: string }[],
): Promise<EventsToDeliver> {
  if (devices.length === 0) return { webhooks: [], events: [] };
  const select = selectDevices
    .where('d.id', '=', anyOf(devices.map(({ id }) => id)))
    .where((eb) => hasSubscriber(eb.ref('d.accountId'), type));
  const [webhooks, rows] = await settleAll([
    lockSubscribers(
      client,
      devices.map(({ accountId }) => accountId),
      [type],
    ),
    execute(client, prepared(select)),
  ]);
  const events = rows.map((row): WebhookEvent => ({ accountId: row.accountId, type, data: toDevice(row) }));
  return { webhooks, events };
}
