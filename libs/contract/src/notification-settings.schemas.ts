import { z } from 'zod';
import { DeviceSelector } from './devices.schemas';
import { LIMITS } from './limits';

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
