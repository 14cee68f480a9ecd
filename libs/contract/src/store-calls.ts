import { z } from 'zod';
import { Id, seconds, text, Time } from './fields';
import { LIMITS } from './limits';
import { EntryKey } from './stores.schemas';

export * from './store-protocol';

/** Which store a script uses: its own, that of its device, or that of the workspace. */
export const StoreScope = z.enum(['script', 'device', 'account']);
export type StoreScope = z.infer<typeof StoreScope>;

const expiresIn = seconds(LIMITS.storeExpirySecondsMax).optional();

const ifVersion = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

/** What a script does with a store. Values are JSON texts. */
export const StoreOperation = z.discriminatedUnion('type', [
  z.object({ type: z.literal('get'), key: EntryKey }),
  z.object({
    type: z.literal('list'),
    prefix: text(LIMITS.storeKeyChars),
    /** Entries after this key. */
    after: EntryKey.optional(),
    limit: z.number().int().min(1).max(LIMITS.pageItems),
  }),
  z.object({
    type: z.literal('set'),
    key: EntryKey,
    json: z
      .string()
      .max(LIMITS.storeValueBytes, `the value has more than ${LIMITS.storeValueBytes} bytes as JSON`),
    expiresIn,
    ifVersion,
  }),
  z.object({ type: z.literal('increment'), key: EntryKey, by: z.number(), expiresIn }),
  z.object({ type: z.literal('remove'), key: EntryKey, ifVersion }),
]);
export type StoreOperation = z.infer<typeof StoreOperation>;

/** The body of POST LINK_STORE_PATH. */
export const StoreCall = z.object({
  runId: Id,
  /**
   * Number of the change in its run, from 1. The server answers a repeated number with the first reply, and changes
   * nothing. Reads have none.
   */
  n: z.number().int().min(1).optional(),
  scope: StoreScope,
  operation: StoreOperation,
});
export type StoreCall = z.infer<typeof StoreCall>;

/** Why a call failed. */
export const StoreProblemCode = z.enum([
  'INVALID',
  'NOT_A_NUMBER',
  'QUOTA',
  'FORBIDDEN',
  'NO_STORE',
  'RUN_ENDED',
]);
export type StoreProblemCode = z.infer<typeof StoreProblemCode>;

const StoredEntry = z.object({
  key: z.string(),
  json: z.string(),
  version: z.number(),
  expiresAt: Time.nullable(),
});

/** The answer to a StoreCall. */
export const StoreReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('get'), entry: StoredEntry.nullable() }),
  /** There are more entries if `hasMore`. */
  z.object({ type: z.literal('list'), entries: z.array(StoredEntry), hasMore: z.boolean() }),
  /** The new version, or null if the entry has another version than `ifVersion`. */
  z.object({ type: z.literal('set'), version: z.number().nullable() }),
  z.object({ type: z.literal('increment'), value: z.number(), version: z.number() }),
  z.object({ type: z.literal('remove'), isRemoved: z.boolean() }),
  z.object({ type: z.literal('problem'), code: StoreProblemCode, message: z.string() }),
]);
export type StoreReply = z.infer<typeof StoreReply>;
