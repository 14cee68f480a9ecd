import {
  cutChars,
  LIMITS,
  takesMessages,
  type MessageList,
  type Paging,
  type SendDeviceMessage,
} from '@drover/contract';
import type { ClientBase } from 'pg';
import type { NewMessage } from '../bus/bus';
import { newId } from '../database/ids';
import { transact } from '../database/transaction';
import { publishMessages } from '../events/publish';
import { ApiError, found, invalid } from '../http/api-error';
import { findRows, listPage } from '../http/lists';
import { wakeDevices } from '../link/wake';
import { notificationDevices } from '../notification-settings/notification-settings';
import type { Service } from '../service';
import { recordMessages } from '../webhooks/happenings';
import { toMessage } from './message-record';

/** The inbox: what was sent, to one device or to all that are chosen, and what scripts posted. */
export async function listMessages(
  { prisma }: Service,
  accountId: string,
  paging: Paging,
): Promise<MessageList> {
  return listPage(paging, { ...findRows(prisma.message, { accountId }), item: toMessage });
}

/** A text for one device; it waits for the device where that is not connected. */
export async function sendDeviceMessage(
  service: Service,
  { accountId, deviceId }: { accountId: string; deviceId: string },
  { title, text }: SendDeviceMessage,
): Promise<void> {
  const device = await service.prisma.device.findFirst({
    where: { id: deviceId, accountId },
    select: { appVersion: true },
  });
  if (!takesMessages(found(device).appVersion)) throw new ApiError('oldClient');
  await keepMessage(service, { accountId, deviceId, title, text }, [deviceId]);
}

/**
 * A text for the inbox and for the devices of the notification settings. Those whose app is too old are passed over:
 * the inbox has it.
 */
export async function sendMessage(
  service: Service,
  accountId: string,
  text: string | undefined,
): Promise<void> {
  if (!text) throw invalid('text', text === '' ? 'must not be empty' : 'is required');
  const devices = await notificationDevices(service, accountId);
  const able = devices.filter(({ appVersion }) => takesMessages(appVersion));
  const kept = cutChars(text, LIMITS.sentTextChars).replaceAll('\0', '\uFFFD');
  await keepMessage(
    service,
    { accountId, text: kept },
    able.map(({ id }) => id),
  );
}

/** A text that comes into an inbox. */
interface InboxText {
  accountId: string;
  deviceId?: string;
  title?: string;
  text: string;
}

async function keepMessage(service: Service, message: InboxText, deviceIds: string[]): Promise<void> {
  const kept = await transact(service.pool, (client) => insertMessage(client, message, deviceIds));
  wakeDevices(service, deviceIds);
  publishMessages(service, [kept]);
}

/**
 * Writes a message with its deliveries: by one statement, so that there is none without them. A device that was deleted
 * meanwhile gets none. Whoever calls it publishes the message after the commit.
 */
export async function insertMessage(
  client: ClientBase,
  { accountId, deviceId, title, text }: InboxText,
  deviceIds: string[] = [],
): Promise<NewMessage> {
  const messageId = newId();
  await client.query(
    `WITH message AS (
       INSERT INTO "Message" (id, "accountId", "deviceId", title, text) VALUES ($1, $2, $3, $4, $5) RETURNING id
     )
     INSERT INTO "MessageDelivery" ("messageId", "deviceId", "deliverBy")
     SELECT message.id, device.id, now() + make_interval(secs => $6)
     FROM message, "Device" device WHERE device.id = ANY($7) FOR KEY SHARE OF device`,
    [
      ...[messageId, accountId, deviceId ?? null, title ?? null, text],
      ...[LIMITS.messageDeliverWithinSeconds, deviceIds],
    ],
  );
  await recordMessages(client, [{ messageId }]);
  return { accountId, messageId, runId: null, deviceId: deviceId ?? null };
}
