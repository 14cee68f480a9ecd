import { z } from 'zod';
import { FilterText, Id, Time } from './fields';
import { createdRange, listOf, Paging } from './lists';

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

/** Filters of GET /v1/audit, which combine with AND. */
export const AuditFilter = Paging.extend({
  action: FilterText.optional().meta({ example: 'device.update' }),
  tokenId: FilterText.optional().meta({ description: 'ID of the token or the session of the author' }),
  targetId: FilterText.optional(),
  ...createdRange,
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const AuditList = listOf(AuditEntry);
export type AuditList = z.infer<typeof AuditList>;
