import { z } from 'zod';
import { DeviceSelector } from './devices.schemas';
import { LIMITS } from './limits';

const NotifiedDevices = z
  .array(z.string())
  .max(LIMITS.notificationDevices, `must have at most ${LIMITS.notificationDevices} devices`);

/** The devices that receive /v1/message/send: a list, and those that match a selector when a message is sent. */
export const NotificationSettings = z.object({
  devices: NotifiedDevices,
  selector: DeviceSelector.optional(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** Replaces the settings. The list may be omitted if there is a selector. */
export const UpdateNotificationSettings = z
  .object({ devices: NotifiedDevices.optional(), selector: DeviceSelector.optional() })
  .refine(({ devices, selector }) => devices !== undefined || selector !== undefined, {
    path: ['devices'],
    message: 'must be a list of IDs unless a selector is given',
  });
export type UpdateNotificationSettings = z.infer<typeof UpdateNotificationSettings>;
