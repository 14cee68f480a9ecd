import { z } from 'zod';
import { DeviceSelector } from './devices.schemas';
import { Id, Time } from './fields';
import { LIMITS } from './limits';
import { Attachment } from './link';
import { listOf } from './lists';

/**
 * Parameters of /v1/message/send, from the query, a form or JSON; one in the query goes before one in the body. `text`
 * is required and cut at LIMITS.sentTextChars.
 */
export const SendMessage = z.object({ token: z.string().optional(), text: z.string().optional() });
export type SendMessage = z.infer<typeof SendMessage>;

/** A text in the inbox: sent by a caller, or posted by a script. */
export const Message = z.object({
  _id: Id,
  title: z.string().nullable(),
  text: z.string().meta({ description: 'Markdown' }),
  attachments: z.array(Attachment),
  deviceId: Id.nullable(),
  runId: Id.nullable(),
  createdAt: Time,
});
export type Message = z.infer<typeof Message>;

export const MessageList = listOf(Message);
export type MessageList = z.infer<typeof MessageList>;

const NotifiedDevices = z
  .array(z.string())
  .max(LIMITS.notificationDevices, `must have at most ${LIMITS.notificationDevices} devices`);

/** The devices that /v1/message/send goes to: those that are named, and those that a selector chooses at each sending. */
export const NotificationSettings = z.object({
  devices: NotifiedDevices,
  selector: DeviceSelector.optional(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** Takes the place of what was chosen; with a selector the list may be left out. */
export const UpdateNotificationSettings = z
  .object({ devices: NotifiedDevices.optional(), selector: DeviceSelector.optional() })
  .refine(({ devices, selector }) => devices !== undefined || selector !== undefined, {
    path: ['devices'],
    message: 'must be a list of ids, or a selector must be given',
  });
export type UpdateNotificationSettings = z.infer<typeof UpdateNotificationSettings>;
