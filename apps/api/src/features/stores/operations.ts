import { LIMITS, type StoreOperation, type StoreProblemCode, type StoreReply } from '@drover/contract';
import type { ClientBase } from 'pg';
import { execute, executeFirst, prepared } from '../../database/sql';
import type { StoreIds, StoreOwner } from './owners';
import {
  deleteEntry,
  deleteExpired,
  lockStore,
  lockTotals,
  saveEntry,
  saveTotals,
  selectStored,
  selectUsage,
} from './statements';

/** An operation that changes an entry. */
export type StoreChange = Extract<StoreOperation, { type: 'set' | 'increment' | 'remove' }>;

/** Code of PostgreSQL for a record that refers to none. */
const missingReferenceCode = '23503';

/** Whether a change failed because what the store belongs to was deleted. */
export function isOwnerMissing(error: unknown): boolean {
  return (error as { code?: unknown }).code === missingReferenceCode;
}

interface Totals {
  keys: number;
  bytes: number;
}

/** A store whose row the transaction has locked, so that nobody else changes its entries. */
interface LockedStore extends StoreOwner, Totals {
  client: ClientBase;
  /** The version of what this transaction changes. */
  version: string;
  /** When the transaction began, by the clock of the database. */
  at: Date;
}

interface Stored {
  value: string;
  bytes: number;
  version: string;
  expiresAt: Date | null;
}

/** Changes one entry in a transaction. Changes of a store are made one after the other, on any number of servers. */
export async function applyChange(
  client: ClientBase,
  owner: StoreOwner,
  change: StoreChange,
): Promise<StoreReply> {
  const store = await lock(client, owner);
  const { accountId, ownerId } = owner;
  const stored = await executeFirst(client, prepared(selectStored({ accountId, ownerId, key: change.key })));
  const current = stored?.isExpired ? undefined : stored;
  switch (change.type) {
    case 'set':
      return setEntry(store, change, { stored, current });
    case 'increment':
      return increment(store, change, { stored, current });
    case 'remove':
      return remove(store, change, current);
  }
}

async function lock(client: ClientBase, { accountId, ownerId, kind }: StoreOwner): Promise<LockedStore> {
  const row = await executeFirst(
    client,
    prepared(
      lockStore({
        accountId,
        ownerId,
        deviceId: kind === 'device' ? ownerId : null,
        devscriptId: kind === 'devscript' ? ownerId : null,
        scriptId: kind === 'script' ? ownerId : null,
      }),
    ),
  );
  const { lastVersion, ...totals } = row!;
  return { client, accountId, ownerId, kind, ...totals, version: lastVersion };
}

/** The row of an entry, and the entry, which is absent if it has expired. */
interface Before {
  stored?: Stored;
  current?: Stored;
}

type Change<Type> = Extract<StoreChange, { type: Type }>;

async function setEntry(
  store: LockedStore,
  { key, json, expiresIn, ifVersion }: Change<'set'>,
  { stored, current }: Before,
): Promise<StoreReply> {
  if (!hasVersion(current, ifVersion)) return { type: 'set', version: null };
  const problem = await save(store, { key, value: json, expiresAt: inSeconds(store, expiresIn) }, stored);
  return problem ?? { type: 'set', version: Number(store.version) };
}

async function increment(
  store: LockedStore,
  { key, by, expiresIn }: Change<'increment'>,
  { stored, current }: Before,
): Promise<StoreReply> {
  const before: unknown = current ? JSON.parse(current.value) : 0;
  if (typeof before !== 'number') return problem('NOT_A_NUMBER', `the value of "${key}" is not a number`);
  const value = before + by;
  if (!Number.isFinite(value))
    return problem('NOT_A_NUMBER', `the value of "${key}" would not be a finite number`);
  // An entry that exists ends when it would have ended.
  const expiresAt = current ? current.expiresAt : inSeconds(store, expiresIn);
  const refusal = await save(store, { key, value: JSON.stringify(value), expiresAt }, stored);
  return refusal ?? { type: 'increment', value, version: Number(store.version) };
}

async function remove(
  store: LockedStore,
  { key, ifVersion }: Change<'remove'>,
  current?: Stored,
): Promise<StoreReply> {
  if (!current || !hasVersion(current, ifVersion)) return { type: 'remove', isRemoved: false };
  const { client, accountId, ownerId, keys, bytes } = store;
  await execute(client, prepared(deleteEntry({ accountId, ownerId, key })));
  const totals = { keys: keys - 1, bytes: bytes - current.bytes };
  await execute(client, prepared(saveTotals({ accountId, ownerId, ...totals })));
  return { type: 'remove', isRemoved: true };
}

/** Whether the entry has the version that a change requires. 0 means that there is none. */
function hasVersion(current: Stored | undefined, version: number | undefined): boolean {
  return version === undefined || Number(current?.version ?? 0) === version;
}

function inSeconds({ at }: LockedStore, seconds: number | undefined): Date | null {
  return seconds === undefined ? null : new Date(at.getTime() + seconds * 1000);
}

/** Writes an entry, unless the store would exceed a quota. Expired entries do not count. */
async function save(
  store: LockedStore,
  entry: { key: string; value: string; expiresAt: Date | null },
  stored: Stored | undefined,
): Promise<StoreReply | undefined> {
  const { client, accountId, ownerId, version } = store;
  const bytes = Buffer.byteLength(entry.key) + Buffer.byteLength(entry.value);
  const add = ({ keys, bytes: before }: Totals, replaced?: Stored): Totals => ({
    keys: keys + (replaced ? 0 : 1),
    bytes: before + bytes - (replaced?.bytes ?? 0),
  });
  let before: Totals = store;
  let totals = add(store, stored);
  // Fewer bytes are accepted even beyond the quota.
  if (findExcess(totals) && totals.bytes > store.bytes) {
    const left = await removeExpired(store);
    const row = await executeFirst(client, prepared(selectStored({ accountId, ownerId, key: entry.key })));
    before = left;
    totals = add(left, row);
    const excess = findExcess(totals);
    if (excess) {
      // The transaction commits, so the totals have to match the entries that were deleted.
      await execute(client, prepared(saveTotals({ accountId, ownerId, ...left })));
      return problem('QUOTA', excess);
    }
  }
  if (totals.keys !== store.keys || totals.bytes !== store.bytes) {
    const excess = await growTo(store, totals);
    if (excess) {
      await execute(client, prepared(saveTotals({ accountId, ownerId, ...before })));
      return problem('QUOTA', excess);
    }
  }
  await execute(client, prepared(saveEntry({ accountId, ownerId, ...entry, bytes, version })));
  return undefined;
}

/**
 * Saves the totals of a store, which locks the usage of its account until the end of the transaction. So the sum is exact
 * on any number of servers. Returns what is exceeded. A store may always shrink.
 */
async function growTo(store: LockedStore, totals: Totals): Promise<string | undefined> {
  const { client, accountId, ownerId } = store;
  await execute(client, prepared(saveTotals({ accountId, ownerId, ...totals })));
  if (totals.keys <= store.keys && totals.bytes <= store.bytes) return undefined;
  const usage = await executeFirst(client, prepared(selectUsage({ accountId })));
  const { accountStoreKeys, accountStoreBytes } = LIMITS;
  if (Number(usage?.keys) > accountStoreKeys) {
    return `the stores of a workspace have at most ${accountStoreKeys} entries together`;
  }
  return Number(usage?.bytes) > accountStoreBytes
    ? `the entries of all stores of a workspace have at most ${accountStoreBytes / 1024 ** 3} GB together`
    : undefined;
}

function findExcess({ keys, bytes }: Totals): string | undefined {
  if (keys > LIMITS.storeKeys) return `a store has at most ${LIMITS.storeKeys} entries`;
  if (bytes > LIMITS.storeBytes)
    return `the entries of a store have at most ${LIMITS.storeBytes / 1024 ** 2} MB`;
  return undefined;
}

/** Deletes the expired entries of a store that is locked, and returns what it has without them. */
async function removeExpired({
  client,
  accountId,
  ownerId,
  keys,
  bytes,
}: Omit<LockedStore, 'version' | 'at' | 'kind'>): Promise<Totals> {
  const expired = await execute(client, prepared(deleteExpired({ accountId, ownerId })));
  return { keys: keys - expired.length, bytes: expired.reduce((left, row) => left - row.bytes, bytes) };
}

/** Deletes the expired entries of a store, and returns their number. */
export async function sweepStore(client: ClientBase, ids: StoreIds): Promise<number> {
  const store = await executeFirst(client, prepared(lockTotals({ ...ids })));
  if (!store) return 0;
  const left = await removeExpired({ client, ...ids, ...store });
  await execute(client, prepared(saveTotals({ ...ids, ...left })));
  return store.keys - left.keys;
}

export function problem(code: StoreProblemCode, message: string): Extract<StoreReply, { type: 'problem' }> {
  return { type: 'problem', code, message };
}
