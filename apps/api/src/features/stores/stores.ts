import {
  EntryKey,
  LIMITS,
  type Paging,
  type Store,
  type StoreEntry,
  type StoreEntryFilter,
  type StoreEntryList,
  type StoreList,
  type UpdateStoreEntry,
} from '@drover/contract';
import type { DeviceScope } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { listPage, queryRows } from '../../database/lists';
import { db, execute, executeFirst, type SqlClient } from '../../database/sql';
import { transact } from '../../database/transaction';
import { ApiError, invalid, orNotFound } from '../../errors/api-error';
import { isInScope, scopeValues } from '../../records/device-scope';
import { rangeOf } from './keys';
import { applyChange, isOwnerMissing } from './operations';
import { findOwner, type StoreIds } from './owners';
import { countEntries, selectEntry, selectPage, type KeyRange } from './statements';

/** Lists the stores of an account that have had entries. */
export async function listStores(
  { pool }: AppContext,
  scope: DeviceScope,
  paging: Paging,
): Promise<StoreList> {
  const { accountId } = scope;
  const values = { accountId, ...scopeValues(scope) };
  const stores = db
    .selectFrom('Store as s')
    .innerJoin('Account as a', 'a.id', 's.accountId')
    .leftJoin('Device as d', 'd.id', 's.deviceId')
    .leftJoin('Devscript as v', 'v.id', 's.devscriptId')
    .leftJoin('Script as p', 'p.id', 's.scriptId')
    .select(['s.ownerId as id', 's.deviceId', 's.devscriptId', 's.scriptId', 's.keys', 's.bytes'])
    .select((eb) => eb.fn.coalesce('d.name', 'v.name', 'p.name', 'a.name').as('name'))
    .where('s.accountId', '=', accountId)
    .where(({ or, eb, and, ref }) =>
      or([eb('s.deviceId', 'is', null), and(isInScope(ref('s.deviceId'), values))]),
    );
  const item = (row: Row): Store => ({
    _id: row.id,
    kind: kindOf(row),
    name: row.name,
    keys: row.keys,
    bytes: row.bytes,
  });
  return listPage(paging, { ...queryRows(pool, stores), item });
}

interface Row {
  id: string;
  name: string;
  keys: number;
  bytes: number;
  deviceId: string | null;
  devscriptId: string | null;
  scriptId: string | null;
}

function kindOf({ deviceId, devscriptId, scriptId }: Row): Store['kind'] {
  if (deviceId !== null) return 'device';
  if (devscriptId !== null) return 'devscript';
  return scriptId === null ? 'account' : 'script';
}

/** Identifies a store in a request. */
interface RequestedStore extends DeviceScope {
  storeId: string;
}

interface RequestedEntry extends RequestedStore {
  entryKey: string;
}

/** Lists the entries of a store by key. */
export async function listEntries(
  { pool }: AppContext,
  { storeId, ...scope }: RequestedStore,
  { prefix = '', limit = LIMITS.defaultPageItems, cursor, total }: StoreEntryFilter,
): Promise<StoreEntryList> {
  const { accountId, ownerId } = await findOwner(pool, scope, storeId);
  const store = { accountId, ownerId };
  const { rows, hasMore } = await readPage(pool, { ...store, ...rangeOf(prefix, cursor) }, limit);
  return {
    count: rows.length,
    items: rows.map(toEntry),
    ...(hasMore && { nextCursor: rows[rows.length - 1].key }),
    ...(total && (await readTotal(pool, { ...store, ...rangeOf(prefix) }))),
  };
}

/** Reads entries by key: so many, or fewer if they have too many bytes. */
export async function readPage(
  client: SqlClient,
  range: StoreIds & KeyRange,
  limit: number,
): Promise<{ rows: EntryRow[]; hasMore: boolean }> {
  const read = await execute(client, selectPage({ ...range, limit: limit + 1, maxBytes: LIMITS.pageBytes }));
  const rows = read.slice(0, limit);
  return { rows, hasMore: rows.length < (read[0]?.found ?? 0) };
}

async function readTotal(client: SqlClient, range: StoreIds & KeyRange) {
  const count =
    (await executeFirst(client, countEntries({ ...range, max: LIMITS.listTotalMax + 1 })))?.count ?? 0;
  return { total: Math.min(count, LIMITS.listTotalMax), totalIsCapped: count > LIMITS.listTotalMax };
}

export async function getEntry({ pool }: AppContext, entry: RequestedEntry): Promise<StoreEntry> {
  // No entry has an invalid key, and the database refuses some of them.
  const key = orNotFound(EntryKey.safeParse(entry.entryKey).data);
  const { accountId, ownerId } = await findOwner(pool, entry, entry.storeId);
  return toEntry(orNotFound(await executeFirst(pool, selectEntry({ accountId, ownerId, key }))));
}

/** Creates an entry, or replaces its value. */
export async function updateEntry(
  { pool }: AppContext,
  entry: RequestedEntry,
  { value, expiresIn, ifVersion }: UpdateStoreEntry,
): Promise<StoreEntry> {
  const { data: key, error } = EntryKey.safeParse(entry.entryKey);
  if (key === undefined) throw invalid('entryKey', error.issues[0].message);
  const owner = await findOwner(pool, entry, entry.storeId);
  const { accountId, ownerId } = owner;
  const set = { type: 'set', key, json: JSON.stringify(value), expiresIn, ifVersion } as const;
  return transact(pool, async (client) => {
    const reply = await applyChange(client, owner, set);
    if (reply.type === 'problem') throw new ApiError('conflict', { message: `${sentence(reply.message)}.` });
    if (reply.type === 'set' && reply.version === null) throw otherVersion();
    return toEntry(orNotFound(await executeFirst(client, selectEntry({ accountId, ownerId, key }))));
  }).catch(asNotFound);
}

export async function removeEntry(
  { pool }: AppContext,
  entry: RequestedEntry,
  ifVersion: number | undefined,
): Promise<void> {
  const key = orNotFound(EntryKey.safeParse(entry.entryKey).data);
  const owner = await findOwner(pool, entry, entry.storeId);
  const { accountId, ownerId } = owner;
  await transact(pool, async (client) => {
    orNotFound(await executeFirst(client, selectEntry({ accountId, ownerId, key })));
    const reply = await applyChange(client, owner, { type: 'remove', key, ifVersion });
    if (reply.type === 'remove' && !reply.isRemoved) throw otherVersion();
  }).catch(asNotFound);
}

function otherVersion(): ApiError {
  return new ApiError('conflict', {
    message: 'The entry has another version than ifVersion. Read it again.',
  });
}

/** The store has gone with what it belonged to. */
function asNotFound(error: unknown): never {
  throw isOwnerMissing(error) ? new ApiError('notFound') : error;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface EntryRow {
  key: string;
  value: string;
  version: string;
  expiresAt: Date | null;
  updatedAt: Date;
}

function toEntry({ key, value, version, expiresAt, updatedAt }: EntryRow): StoreEntry {
  return {
    key,
    value: JSON.parse(value) as unknown,
    version: Number(version),
    expiresAt: expiresAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  };
}
