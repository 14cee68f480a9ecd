import { z } from 'zod';
import { Id, Time } from './fields';
import { listOf } from './lists';

/** One change: what, to what, by whom, from where. */
export const AuditEntry = z.object({
  _id: Id,
  action: z.string().meta({ example: 'device.update' }),
  targetId: z.string().nullable().meta({ description: 'id of the record, or the slug of a listing' }),
  tokenId: Id.nullable(),
  address: z.string(),
  requestId: z.string(),
  at: Time,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditList = listOf(AuditEntry);
export type AuditList = z.infer<typeof AuditList>;
