import { z } from 'zod';
import { FilterBoolean, FilterText, Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { LINK_LIMITS } from './link-protocol';
import { listOf, OptionalPaging } from './lists';

/** A registered machine. `online` is true while its agent is connected. */
export const Device = z.object({
  _id: Id,
  online: z.boolean(),
  tags: z.array(z.string()),
  name: z.string(),
  brand: z.string(),
  model: z.string(),
  appVersion: z.string(),
  platform: z.string(),
  isolation: z.string().meta({
    description:
      'what separates scripts from the agent, and the limits that the system enforces, such as "bubblewrap, cgroup: 512 MB"; empty if unknown',
  }),
  lastSeenAt: Time.nullable(),
  createdAt: Time,
});
export type Device = z.infer<typeof Device>;

export const DeviceList = listOf(Device);
export type DeviceList = z.infer<typeof DeviceList>;

const fact = text(LINK_LIMITS.factChars);
const bytes = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** What a device reports about itself while it is connected. It omits what it does not know. */
export const deviceFactFields = {
  agentVersion: fact
    .optional()
    .meta({ description: 'version of the agent of a phone, whose appVersion is that of its app' }),
  os: fact.optional().meta({ description: 'name of the operating system, such as Debian GNU/Linux' }),
  osVersion: fact.optional(),
  architecture: fact.optional().meta({ description: 'such as x64 or arm64' }),
  hostname: fact.optional(),
  addresses: z
    .array(fact)
    .max(LINK_LIMITS.factAddresses)
    .optional()
    .meta({ description: 'IP addresses of its network interfaces' }),
  cpu: fact.optional().meta({ description: 'model of the processor' }),
  cores: z.number().int().min(0).max(1_000_000).optional(),
  memoryBytes: bytes.optional(),
  freeMemoryBytes: bytes.optional().meta({ description: 'in steps of 5 % of memoryBytes' }),
  diskBytes: bytes.optional().meta({ description: 'size of the disk that holds the data of the agent' }),
  freeDiskBytes: bytes.optional().meta({ description: 'in steps of 5 % of diskBytes' }),
  batteryPercent: z.number().min(0).max(100).optional().meta({ description: 'absent without a battery' }),
  isCharging: z.boolean().optional(),
};

/** The facts that a device reported last. */
export const DeviceFacts = z.object({
  ...deviceFactFields,
  reportedAt: Time.nullable().meta({ description: 'null if the device has reported none' }),
  isOutdated: z.boolean().meta({ description: 'whether its agent is older than the agent of this release' }),
});
export type DeviceFacts = z.infer<typeof DeviceFacts>;

/** A period in which a device was online. */
export const DeviceConnection = z.object({
  _id: Id,
  connectedAt: Time,
  disconnectedAt: Time.nullable().meta({ description: 'null while the device is connected' }),
});
export type DeviceConnection = z.infer<typeof DeviceConnection>;

export const DeviceConnectionList = listOf(DeviceConnection);
export type DeviceConnectionList = z.infer<typeof DeviceConnectionList>;

/** Filters combine with AND and ignore case. `name` matches any part of the name, other texts match as a whole. */
export const DeviceFilter = OptionalPaging.extend({
  brand: FilterText.optional(),
  model: FilterText.optional(),
  online: FilterBoolean.optional(),
  name: FilterText.optional(),
  exactName: FilterText.optional().meta({ description: 'the whole name, in any case' }),
  appVersion: FilterText.optional(),
  tag: FilterText.optional(),
  group: Id.optional().meta({ description: 'ID of a device group' }),
});
export type DeviceFilter = z.infer<typeof DeviceFilter>;

const DeviceName = text(LIMITS.deviceNameChars, 1);

const Tags = z
  .array(text(LIMITS.deviceTagChars, 1))
  .max(LIMITS.deviceTags, `must have at most ${LIMITS.deviceTags} tag`);

/** Omitted fields stay unchanged. */
export const UpdateDevice = z.object({ name: DeviceName.optional(), tags: Tags.optional() });
export type UpdateDevice = z.infer<typeof UpdateDevice>;

/** A text to show on the screen of a device. */
export const SendDeviceMessage = z.object({
  title: text(LIMITS.messageTitleChars),
  text: text(LIMITS.messageTextChars),
});
export type SendDeviceMessage = z.infer<typeof SendDeviceMessage>;

/** A device in a run, stop or execute request. `name` is a label and is never validated. */
export const DeviceReference = z.object({ _id: z.string(), name: z.unknown().optional() });
export type DeviceReference = z.infer<typeof DeviceReference>;

const References = z
  .array(DeviceReference)
  .max(LIMITS.devicesPerRequest, `must have at most ${LIMITS.devicesPerRequest} devices`);

/** The devices of a request, under either name. Duplicates count once. */
export const targetFields = { devices: References.optional(), robots: References.optional() };

/** Whether a request names at least one device. */
export function hasTargets(body: { devices?: DeviceReference[]; robots?: DeviceReference[] }): boolean {
  return (body.devices?.length ?? 0) + (body.robots?.length ?? 0) > 0;
}

/** The error of a request without a device. */
export const targetsError = {
  path: ['devices'],
  message: 'must name at least one device, in devices or robots',
};

/** Devices of one request, at least one. Duplicates count once. */
export const ManyDevices = z.object({ devices: References.min(1, 'must name at least one device') });
export type ManyDevices = z.infer<typeof ManyDevices>;

/** Tags that replace those of each device. An empty list removes them. */
export const UpdateDevices = ManyDevices.extend({ tags: Tags });
export type UpdateDevices = z.infer<typeof UpdateDevices>;

/** One message for several devices. */
export const SendDevicesMessage = ManyDevices.extend(SendDeviceMessage.shape);
export type SendDevicesMessage = z.infer<typeof SendDevicesMessage>;

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

const conditionError = { message: 'must have at least one condition, or "all": true' };

/** The conditions that the devices of a group match: those of a selector except `group`. */
export const DeviceRule = z.strictObject(conditions).refine(hasCondition, conditionError);
export type DeviceRule = z.infer<typeof DeviceRule>;

/**
 * Selects devices by conditions, evaluated each time the selector is used. Conditions combine with AND and compare like
 * the filters of GET /v1/devices. Unknown conditions are rejected: ignoring one would select more devices.
 */
export const DeviceSelector = z
  .strictObject({
    ...conditions,
    group: Id.optional().meta({ description: 'ID of a device group' }),
  })
  .refine(hasCondition, conditionError);
export type DeviceSelector = z.infer<typeof DeviceSelector>;

/** The devices of a request: a list or a selector. */
export const deviceChoiceFields = { devices: References.optional(), selector: DeviceSelector.optional() };

/** Whether a request has either a list of devices or a selector. */
export function hasOneDeviceChoice(body: {
  devices?: DeviceReference[];
  selector?: DeviceSelector;
}): boolean {
  return (body.devices?.length ?? 0) > 0 !== (body.selector !== undefined);
}

/** The error of a request with neither, or with both. */
export const deviceChoiceError = {
  path: ['devices'],
  message: 'must name at least one device unless a selector is given',
};

/** Body of a stop request. */
export const Targets = z.object(targetFields).refine(hasTargets, targetsError);
export type Targets = z.infer<typeof Targets>;
