import {
  cutChars,
  LIMITS,
  type ListMessages,
  takesMessages,
  type MessageList,
  type SendDeviceMessage,
  type SendDevicesMessage,
} from '@drover/contract';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { ClientBase } from 'pg';
import type { DeviceScope } from '../../auth/caller';
import type { NewMessage } from '../../bus/bus';
import { anyOf, insertFrom, secondsFromNow } from '../../database/expressions';
import { newId } from '../../database/ids';
import { db, defineStatement, execute, prepared, type Placeholders } from '../../database/sql';
import { executeWith } from '../../database/transaction';
import { insertEvent } from '../../outbox/outbox';
import { publishMessages } from '../../bus/publish-changes';
import { ApiError, invalid } from '../../errors/api-error';
import { listHistory, type Branch } from '../../database/history';
import { wakeDevices } from '../../bus/wake-devices';
import { isInScope, scopeValues } from '../../records/device-scope';
import { getDevice } from '../devices/devices';
import { findDevices } from '../devices/targets';
import { findNotificationDevices } from '../notification-settings/notification-settings';
import type { AppContext } from '../../context/app-context';
import { messageCreated } from './message-events';
import { toMessage } from '../../records/message-record';

const selectMessages = defineStatement(({ ids }: Placeholders<{ ids: string[] }>) =>
  db.selectFrom('Message').selectAll().where('id', '=', anyOf(ids)),
);

/** Lists the inbox: messages that callers sent and messages that scripts posted. */
export async function listMessages(
  { pool }: AppContext,
  scope: DeviceScope,
  { telemetry, ...paging }: ListMessages,
): Promise<MessageList> {
  const { accountId } = scope;
  const branches = (telemetry === undefined ? [true, false] : [telemetry]).map(
    (isTelemetry): Branch<'Message'> => ({
      keys: [
        ['accountId', accountId],
        ['isTelemetry', isTelemetry],
      ],
    }),
  );
  const reader = { select: selectMessages, item: toMessage, hasLargeRows: true };
  return listHistory(pool, paging, { table: 'Message', branches, filter: isMessageOf(scope), ...reader });
}

/** Returns the condition that a message came from a device of a scope or was sent to one. */
function isMessageOf(scope: DeviceScope): Expression<SqlBool>[] {
  const values = { accountId: scope.accountId, ...scopeValues(scope) };
  if (values.groupIds === undefined) return [];
  const sent = db
    .selectFrom('MessageDelivery as sent')
    .select('sent.deviceId')
    .where('sent.messageId', '=', sql.ref<string>('t.id'))
    .where(({ and, ref }) => and(isInScope(ref('sent.deviceId'), values)));
  const [isFrom] = isInScope(sql.ref('t.deviceId'), values);
  return [sql<SqlBool>`(coalesce(${isFrom}, false) OR EXISTS (${sent}))`];
}

/** Sends a message to one device. If the device is offline, the message waits for it. */
export async function sendDeviceMessage(
  context: AppContext,
  { deviceId, ...scope }: DeviceScope & { deviceId: string },
  { title, text }: SendDeviceMessage,
): Promise<void> {
  const { appVersion } = await getDevice(context, scope, deviceId);
  if (!takesMessages(appVersion)) throw new ApiError('oldClient');
  await createMessage(context, { accountId: scope.accountId, deviceId, title, text }, [deviceId]);
}

/** Sends one message to several devices. Sends none if a device is unknown or its app is too old for messages. */
export async function sendDevicesMessage(
  context: AppContext,
  scope: DeviceScope,
  { title, text, ...targets }: SendDevicesMessage,
): Promise<void> {
  const { accountId } = scope;
  const devices = await findDevices(context.pool, { scope, targets });
  const deviceIds = devices.map(({ id }) => id);
  const versions = await context.prisma.device.findMany({
    where: { id: { in: deviceIds } },
    select: { appVersion: true },
    distinct: ['appVersion'],
  });
  if (!versions.every(({ appVersion }) => takesMessages(appVersion))) throw new ApiError('oldClient');
  await createMessage(context, { accountId, title, text }, deviceIds);
}

/**
 * Sends a message to the inbox and to the devices of the notification settings. Skips devices whose app is too old to
 * show messages.
 */
export async function sendMessage(
  context: AppContext,
  scope: DeviceScope,
  text: string | undefined,
): Promise<void> {
  const { accountId } = scope;
  if (!text) throw invalid('text', text === '' ? 'must not be empty' : 'is required');
  const devices = await findNotificationDevices(context, scope);
  const capable = devices.filter(({ appVersion }) => takesMessages(appVersion));
  const shortened = cutChars(text, LIMITS.sentTextChars).replaceAll('\0', '\uFFFD');
  await createMessage(
    context,
    { accountId, text: shortened },
    capable.map(({ id }) => id),
  );
}

/** A message for the inbox of an account. */
interface InboxMessage {
  accountId: string;
  deviceId?: string | null;
  title?: string | null;
  text: string;
}

async function createMessage(context: AppContext, inbox: InboxMessage, deviceIds: string[]): Promise<void> {
  const { message, statements } = toInsert(inbox, deviceIds);
  await executeWith(context.pool, {}, ...statements);
  wakeDevices(context, deviceIds);
  publishMessages(context, [message]);
}

interface MessageColumns {
  id: string;
  accountId: string;
  deviceId: string | null;
  title: string | null;
  text: string;
  createdAt: Date;
  deviceIds: string[];
}

const insertWithDeliveries = defineStatement(({ deviceIds, ...message }: Placeholders<MessageColumns>) => {
  const devices = db.selectFrom('Device as d').where('d.id', '=', anyOf(deviceIds)).forKeyShare('d');
  const insert = db
    .with('message', (cte) => cte.insertInto('Message').values(message))
    .insertInto('MessageDelivery');
  return insertFrom(insert, devices, (eb) => ({
    messageId: message.id,
    deviceId: eb.ref('d.id'),
    deliverBy: secondsFromNow(LIMITS.messageDeliverWithinSeconds),
  }));
});

/** Inserts a message into the inbox of an account. The caller publishes it after the commit. */
export async function insertMessage(client: ClientBase, inbox: InboxMessage): Promise<NewMessage> {
  const { message, statements } = toInsert(inbox, []);
  await Promise.all(statements.map((statement) => execute(client, statement)));
  return message;
}

/**
 * Returns the statements that insert a message with its deliveries and its webhook event, which need no results of each
 * other. Devices that were deleted meanwhile are skipped.
 */
function toInsert({ accountId, deviceId = null, title = null, text }: InboxMessage, deviceIds: string[]) {
  const row = { id: newId(), accountId, deviceId, title, text, createdAt: new Date() };
  const event = messageCreated({ ...row, runId: null, isTelemetry: false, data: null });
  const message: NewMessage = { accountId, messageId: row.id, runId: null, deviceId };
  return {
    message,
    statements: [prepared(insertWithDeliveries({ ...row, deviceIds })), insertEvent(event)] as const,
  };
}
