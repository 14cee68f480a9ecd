import { z } from 'zod';
import { Id, Time } from './fields';
import { listOf } from './lists';

/** A change: its action, its record, its author and its IP address. */
export const AuditEntry = z.object({
  _id: Id,
  action: z.string().meta({ example: 'device.update' }),
  targetId: z
    .string()
    .nullable()
    .meta({ description: 'ID of the record, the slug of a listing or the name of a secret' }),
  tokenId: Id.nullable(),
  address: z.string(),
  requestId: z.string(),
  at: Time,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditList = listOf(AuditEntry);
export type AuditList = z.infer<typeof AuditList>;
