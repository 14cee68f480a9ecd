import { z } from 'zod';
import { Id, queryInteger, seconds, text, Time } from './fields';
import { LIMITS } from './limits';
import { isDeeperThan } from './link-protocol';
import { listOf, Paging } from './lists';

/** The ID of what the store belongs to, or `account` for that of the workspace. */
export const StoreId = z
  .string()
  .regex(/^(account|[0-9a-f]{24})$/, 'must be account, or the ID of a script or a device')
  .meta({ example: '65f1c0ffee65f1c0ffee65f1' });

/** Key of an entry. Addresses cannot contain the keys `.` and `..`. */
export const EntryKey = text(LIMITS.storeKeyChars, 1)
  .refine((key) => !/\p{Surrogate}/u.test(key), { message: 'must be valid Unicode' })
  .refine((key) => key !== '.' && key !== '..', { message: 'must not be . or ..' })
  .meta({ maxLength: LIMITS.storeKeyChars, minLength: 1, example: 'lock:printer' });
export type EntryKey = z.infer<typeof EntryKey>;

/** Any JSON value, limited in size and depth. */
export const StoreValue = z
  .unknown()
  .refine((value) => value !== undefined, { message: 'is required', abort: true })
  .refine((value) => !isDeeperThan(LIMITS.jsonDepth, value), {
    message: `must nest at most ${LIMITS.jsonDepth} levels deep`,
    abort: true,
  })
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= LIMITS.storeValueBytes, {
    message: `must be at most ${LIMITS.storeValueBytes} bytes as JSON`,
  })
  .meta({ description: `any JSON value of at most ${LIMITS.storeValueBytes} bytes` });

/** What a store belongs to: `script` is a published script, `devscript` a development script. */
export const StoreKind = z.enum(['account', 'script', 'devscript', 'device']);
export type StoreKind = z.infer<typeof StoreKind>;

/** A store that has had entries. */
export const Store = z.object({
  _id: Id.meta({ description: 'ID of what the store belongs to' }),
  kind: StoreKind,
  name: z.string().meta({ description: 'name of what the store belongs to' }),
  keys: z
    .number()
    .int()
    .meta({ description: 'number of entries, expired ones included until they are deleted' }),
  bytes: z.number().int().meta({ description: 'bytes of keys and values' }),
});
export type Store = z.infer<typeof Store>;

export const StoreList = listOf(Store);
export type StoreList = z.infer<typeof StoreList>;

/** An entry of a store. */
export const StoreEntry = z.object({
  key: z.string(),
  value: z.unknown().meta({ description: 'any JSON value' }),
  version: z
    .number()
    .int()
    .meta({ description: 'changes with each change of the entry, and is never used again in this store' }),
  expiresAt: Time.nullable().meta({ description: 'when the entry ends; null for never' }),
  updatedAt: Time,
});
export type StoreEntry = z.infer<typeof StoreEntry>;

/** Entries by key, in the order of code points. */
export const StoreEntryFilter = z.object({
  prefix: text(LIMITS.storeKeyChars).optional().meta({ description: 'what the keys begin with' }),
  limit: Paging.shape.limit,
  cursor: EntryKey.optional().meta({ description: 'nextCursor of the previous page' }),
  total: Paging.shape.total,
});
export type StoreEntryFilter = z.infer<typeof StoreEntryFilter>;

export const StoreEntryList = listOf(StoreEntry).extend({
  nextCursor: z
    .string()
    .optional()
    .meta({ description: 'the last key of the page; absent on the last page' }),
});
export type StoreEntryList = z.infer<typeof StoreEntryList>;

const version = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** A new value of an entry. */
export const UpdateStoreEntry = z.object({
  value: StoreValue,
  expiresIn: seconds(LIMITS.storeExpirySecondsMax)
    .optional()
    .meta({ description: 'seconds until the entry ends; never without it' }),
  ifVersion: version
    .optional()
    .meta({ description: 'changes the entry only if it has this version; 0: only if there is none' }),
});
export type UpdateStoreEntry = z.infer<typeof UpdateStoreEntry>;

/** The condition of a deletion. */
export const RemoveStoreEntry = z.object({
  ifVersion: queryInteger(0, 999_999_999_999_999)
    .optional()
    .meta({ description: 'deletes the entry only if it has this version' }),
});
