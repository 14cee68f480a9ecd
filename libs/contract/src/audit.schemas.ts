import { z } from 'zod';
import { FilterText, Id, Time } from './fields';
import { createdRange, listOf, Paging } from './lists';

/** A changed field. Values have at most 200 characters. Those of secrets, passwords, URLs, code and inputs are not recorded. */
export const AuditChange = z.object({
  field: z.string().meta({ example: 'name' }),
  before: z.string().nullable(),
  after: z.string().nullable().meta({ description: 'null like `before` if values are not recorded' }),
});
export type AuditChange = z.infer<typeof AuditChange>;

/** A change: its action, its record, its author and its IP address. */
export const AuditEntry = z.object({
  _id: Id,
  action: z.string().meta({ example: 'device.update' }),
  targetId: z
    .string()
    .nullable()
    .meta({ description: 'ID of the record, the slug of a listing or the name of a secret' }),
  targetName: z.string().nullable().meta({
    description: 'name of the record at that time; some names if there are several records',
  }),
  targetCount: z.number().int().nullable().meta({ description: 'number of records, if there are several' }),
  tokenId: Id.nullable(),
  tokenName: z.string().nullable().meta({
    description: 'name of the token at that time, or the browser and system of the session',
  }),
  tokenKind: z.enum(['personal', 'session']).nullable(),
  personId: Id.nullable(),
  personName: z.string().nullable().meta({
    description: 'name of the person at that time; null for a token of the workspace',
  }),
  changes: z.array(AuditChange).meta({ description: 'changed fields of an update' }),
  address: z.string(),
  requestId: z.string(),
  at: Time,
  number: z.number().int().nullable().meta({
    description: 'position in the chain of the workspace; null for entries from before there was one',
  }),
  hash: z.string().nullable().meta({ description: 'SHA-256 over the entry and the hash before it, in hex' }),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const conditions = {
  action: FilterText.optional().meta({ example: 'device.update' }),
  tokenId: FilterText.optional().meta({ description: 'ID of the token or the session of the author' }),
  personId: FilterText.optional().meta({ description: 'ID of the person who made the change' }),
  targetId: FilterText.optional(),
  ...createdRange,
};

/** Filters of GET /v1/audit, which combine with AND. */
export const AuditFilter = Paging.extend(conditions);
export type AuditFilter = z.infer<typeof AuditFilter>;

/** Filters of GET /v1/audit/export. */
export const AuditExportFilter = z.object(conditions);
export type AuditExportFilter = z.infer<typeof AuditExportFilter>;

export const AuditList = listOf(AuditEntry);
export type AuditList = z.infer<typeof AuditList>;
