import { z } from 'zod';
import { FilterBoolean, FilterText, Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf, Paging } from './lists';

/** A registered machine; `online` while its agent is connected. */
export const Device = z.object({
  _id: Id,
  online: z.boolean(),
  tags: z.array(z.string()),
  name: z.string(),
  brand: z.string(),
  model: z.string(),
  appVersion: z.string(),
  platform: z.string(),
  lastSeenAt: Time.nullable(),
  createdAt: Time,
});
export type Device = z.infer<typeof Device>;

export const DeviceList = listOf(Device);
export type DeviceList = z.infer<typeof DeviceList>;

/** A time that a device was online. */
export const DeviceConnection = z.object({
  _id: Id,
  connectedAt: Time,
  disconnectedAt: Time.nullable().meta({ description: 'null while it lasts' }),
});
export type DeviceConnection = z.infer<typeof DeviceConnection>;

export const DeviceConnectionList = listOf(DeviceConnection);
export type DeviceConnectionList = z.infer<typeof DeviceConnectionList>;

/** Filters combine with AND; text compares whole and without regard to case, `name` finds parts. */
export const DeviceFilter = Paging.extend({
  brand: FilterText.optional(),
  model: FilterText.optional(),
  online: FilterBoolean.optional(),
  name: FilterText.optional(),
  appVersion: FilterText.optional(),
  tag: FilterText.optional(),
  group: Id.optional().meta({ description: 'id of a device group' }),
});
export type DeviceFilter = z.infer<typeof DeviceFilter>;

const DeviceName = text(LIMITS.deviceNameChars, 1);

/** A key that is left out stays as it is. */
export const UpdateDevice = z.object({
  name: DeviceName.optional(),
  tags: z
    .array(text(LIMITS.deviceTagChars, 1))
    .max(LIMITS.deviceTags, `must have at most ${LIMITS.deviceTags} tag`)
    .optional(),
});
export type UpdateDevice = z.infer<typeof UpdateDevice>;

/** A text for the screen of one device. */
export const SendDeviceMessage = z.object({
  title: text(LIMITS.messageTitleChars),
  text: text(LIMITS.messageTextChars),
});
export type SendDeviceMessage = z.infer<typeof SendDeviceMessage>;

/** A device as run, stop and execute name it. `name` is a caption and never checked. */
export const DeviceReference = z.object({ _id: z.string(), name: z.unknown().optional() });
export type DeviceReference = z.infer<typeof DeviceReference>;

const References = z
  .array(DeviceReference)
  .max(LIMITS.devicesPerRequest, `must have at most ${LIMITS.devicesPerRequest} devices`);

/** The devices of a request, under either name; duplicates count once. */
export const targetFields = { devices: References.optional(), robots: References.optional() };

/** Whether a request names a device at all. */
export function hasTargets(body: { devices?: DeviceReference[]; robots?: DeviceReference[] }): boolean {
  return (body.devices?.length ?? 0) + (body.robots?.length ?? 0) > 0;
}

/** What a request without a device is told. */
export const noTargets = {
  path: ['devices'],
  message: 'must name at least one device, in devices or robots',
};

const conditions = {
  all: z.literal(true, 'must be true').optional(),
  brand: FilterText.optional(),
  model: FilterText.optional(),
  online: z.boolean().optional(),
  name: FilterText.optional(),
  appVersion: FilterText.optional(),
  tag: FilterText.optional(),
};

function hasCondition(selector: object): boolean {
  return Object.values(selector).some((condition) => condition !== undefined);
}

const noCondition = { message: 'must say which devices, or "all": true' };

/** The devices of a group, by what they are: the conditions of a selector, but for the group. */
export const DeviceRule = z.strictObject(conditions).refine(hasCondition, noCondition);
export type DeviceRule = z.infer<typeof DeviceRule>;

/**
 * Which devices, by what they are; asked anew whenever it is used. Conditions combine with AND and compare as the filters
 * of GET /v1/devices do. A condition that is not known is refused: without it more devices would be meant.
 */
export const DeviceSelector = z
  .strictObject({
    ...conditions,
    group: Id.optional().meta({ description: 'id of a device group' }),
  })
  .refine(hasCondition, noCondition);
export type DeviceSelector = z.infer<typeof DeviceSelector>;

/** The devices of a request of our own: named one by one, or chosen by a selector. */
export const choiceFields = { devices: References.optional(), selector: DeviceSelector.optional() };

/** Whether a request says which devices, in one way. */
export function hasOneChoice(body: { devices?: DeviceReference[]; selector?: DeviceSelector }): boolean {
  return (body.devices?.length ?? 0) > 0 !== (body.selector !== undefined);
}

/** What a request without devices, or with both ways of naming them, is told. */
export const noChoice = {
  path: ['devices'],
  message: 'must name at least one device, or give a selector in its place',
};

/** Body of a stop request. */
export const Targets = z.object(targetFields).refine(hasTargets, noTargets);
export type Targets = z.infer<typeof Targets>;
