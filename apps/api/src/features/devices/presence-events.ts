import type { WebhookEventType } from '@drover/contract';
import type { ClientBase } from 'pg';
import { anyOf } from '../../database/expressions';
import { execute } from '../../database/sql';
import { hasSubscriber, recordEvents } from '../../outbox/outbox';
import { selectDevices, toDevice } from '../../records/device-record';

/** Records webhook events for devices that went online or offline, if a webhook of the account subscribes to them. */
export async function recordPresence(
  client: ClientBase,
  type: Extract<WebhookEventType, 'device.online' | 'device.offline'>,
  deviceIds: string[],
): Promise<void> {
  if (deviceIds.length === 0) return;
  const select = selectDevices
    .where('d.id', '=', anyOf(deviceIds))
    .where((eb) => hasSubscriber(eb.ref('d.accountId'), type));
  const rows = await execute(client, select);
  await recordEvents(
    client,
    rows.map((row) => ({ accountId: row.accountId, type, data: toDevice(row) })),
  );
}
