import { z } from 'zod';
import { DeviceRule } from './devices.schemas';
import { Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';

/** Devices under one name, by a list or by a rule: one of the two is null. */
export const DeviceGroup = z.object({
  _id: Id,
  name: z.string(),
  devices: z.array(Id).nullable().meta({ description: 'without those that were deleted' }),
  rule: DeviceRule.nullable(),
  deviceCount: z.number().int().meta({ description: 'devices that belong to it now' }),
  createdAt: Time,
});
export type DeviceGroup = z.infer<typeof DeviceGroup>;

export const DeviceGroupList = listOf(DeviceGroup);
export type DeviceGroupList = z.infer<typeof DeviceGroupList>;

const GroupName = text(LIMITS.deviceGroupNameChars, 1);

/** Ids of devices; duplicates count once. */
const Members = z
  .array(z.string())
  .max(LIMITS.devicesPerRequest, `must have at most ${LIMITS.devicesPerRequest} devices`);

const members = { devices: Members.optional(), rule: DeviceRule.optional() };
type GroupMembers = { devices?: string[]; rule?: DeviceRule };

export const CreateDeviceGroup = z
  .object({ name: GroupName, ...members })
  .refine(({ devices, rule }: GroupMembers) => (devices !== undefined) !== (rule !== undefined), {
    path: ['devices'],
    message: 'must list the devices, or a rule must be given in its place',
  });
export type CreateDeviceGroup = z.infer<typeof CreateDeviceGroup>;

/** A key that is left out stays as it is; a rule takes the place of a list, and a list that of a rule. */
export const UpdateDeviceGroup = z
  .object({ name: GroupName.optional(), ...members })
  .refine(({ devices, rule }: GroupMembers) => devices === undefined || rule === undefined, {
    path: ['devices'],
    message: 'must not be given beside a rule',
  });
export type UpdateDeviceGroup = z.infer<typeof UpdateDeviceGroup>;
