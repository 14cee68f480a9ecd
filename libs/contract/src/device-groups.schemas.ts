import { z } from 'zod';
import { DeviceRule } from './devices.schemas';
import { Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';

/** A named group of devices, defined by a list or by a rule. The other one is null. */
export const DeviceGroup = z.object({
  _id: Id,
  name: z.string(),
  devices: z.array(Id).nullable().meta({ description: 'without deleted devices' }),
  rule: DeviceRule.nullable(),
  deviceCount: z.number().int().meta({ description: 'current number of members' }),
  createdAt: Time,
});
export type DeviceGroup = z.infer<typeof DeviceGroup>;

export const DeviceGroupList = listOf(DeviceGroup);
export type DeviceGroupList = z.infer<typeof DeviceGroupList>;

const GroupName = text(LIMITS.deviceGroupNameChars, 1);

/** IDs of devices. Duplicates count once. */
const Members = z
  .array(z.string())
  .max(LIMITS.devicesPerRequest, `must have at most ${LIMITS.devicesPerRequest} devices`);

const members = { devices: Members.optional(), rule: DeviceRule.optional() };
type GroupMembers = { devices?: string[]; rule?: DeviceRule };

export const CreateDeviceGroup = z
  .object({ name: GroupName, ...members })
  .refine(({ devices, rule }: GroupMembers) => (devices !== undefined) !== (rule !== undefined), {
    path: ['devices'],
    message: 'must be given unless a rule is',
  });
export type CreateDeviceGroup = z.infer<typeof CreateDeviceGroup>;

/** Omitted fields stay unchanged. A rule replaces a list, and a list replaces a rule. */
export const UpdateDeviceGroup = z
  .object({ name: GroupName.optional(), ...members })
  .refine(({ devices, rule }: GroupMembers) => devices === undefined || rule === undefined, {
    path: ['devices'],
    message: 'must not be given together with a rule',
  });
export type UpdateDeviceGroup = z.infer<typeof UpdateDeviceGroup>;
