import type { WebhookEventType } from '@drover/contract';
import type { ClientBase } from 'pg';
import { anyOf } from '../../database/expressions';
import { execute, prepared } from '../../database/sql';
import { settleAll } from '../../database/transaction';
import { hasSubscriber, insertDeliveries, lockSubscribers } from '../../outbox/outbox';
import { selectDevices, toDevice } from '../../records/device-record';

/**
 * Records webhook events for devices that went online or offline, if a webhook of the account subscribes to them. Sends
 * statements together, because others may wait for the transaction.
 */
export async function recordPresence(
  client: ClientBase,
  type: Extract<WebhookEventType, 'device.online' | 'device.offline'>,
  devices: { id: string; accountId: string }[],
): Promise<void> {
  if (devices.length === 0) return;
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
  await insertDeliveries(
    client,
    webhooks,
    rows.map((row) => ({ accountId: row.accountId, type, data: toDevice(row) })),
  );
}
