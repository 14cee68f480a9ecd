import { z } from 'zod';
import { Device, UpdateDevice } from './devices.schemas';
import { Id, seconds, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';

/** A key with which devices enrol. */
export const EnrolmentKey = z.object({
  _id: Id,
  name: z.string().nullable(),
  maxUses: z.number().int(),
  uses: z.number().int(),
  expiresAt: Time,
  createdAt: Time,
});
export type EnrolmentKey = z.infer<typeof EnrolmentKey>;

export const EnrolmentKeyList = listOf(EnrolmentKey);
export type EnrolmentKeyList = z.infer<typeof EnrolmentKeyList>;

export const CreateEnrolmentKey = z.object({
  name: text(LIMITS.enrolmentKeyNameChars, 1).optional(),
  maxUses: z.number().int().min(1).max(LIMITS.enrolmentKeyUsesMax).optional(),
  expiresIn: seconds(LIMITS.enrolmentKeySecondsMax).optional(),
});
export type CreateEnrolmentKey = z.infer<typeof CreateEnrolmentKey>;

/** The response that contains the key. It is returned only once. */
export const CreatedEnrolmentKey = EnrolmentKey.extend({
  key: z.string().meta({ example: 'K7MP4X' }),
  url: z.string().meta({ description: 'URL of this service with the key, for a QR code' }),
  addresses: z.array(z.string()).meta({
    description: 'URLs at which devices can reach this service, the likeliest first',
    example: ['http://192.168.1.20:3000'],
  }),
});
export type CreatedEnrolmentKey = z.infer<typeof CreatedEnrolmentKey>;

const label = text(LIMITS.deviceLabelChars);

export const CreateEnrolment = z.object({
  key: z.string().max(100),
  name: UpdateDevice.shape.name,
  brand: label,
  model: label,
  platform: label,
  appVersion: text(LIMITS.appVersionChars),
});
export type CreateEnrolment = z.infer<typeof CreateEnrolment>;

export const Enrolment = z.object({
  device: Device,
  token: z.string().meta({ description: 'device token: hmd_ and 64 hex characters' }),
});
export type Enrolment = z.infer<typeof Enrolment>;
