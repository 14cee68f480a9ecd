import { expressionBuilder } from 'kysely';
import { int, now } from '../../database/expressions';
import { db, defineStatement, type Placeholders } from '../../database/sql';
import type { Tables } from '../../database/tables';
import type { StoreIds } from './owners';

interface OwnerColumns extends StoreIds {
  deviceId: string | null;
  devscriptId: string | null;
  scriptId: string | null;
}

/** Locks a store, creates it if it is new, and returns its totals and a new version. */
export const lockStore = defineStatement((columns: Placeholders<OwnerColumns>) =>
  db
    .insertInto('Store')
    .values({ ...columns, lastVersion: '1' })
    .onConflict((conflict) =>
      conflict
        .columns(['accountId', 'ownerId'])
        .doUpdateSet({ lastVersion: (eb) => eb('Store.lastVersion', '+', '1') }),
    )
    .returning(['keys', 'bytes', 'lastVersion', now.as('at')]),
);

/** Locks a store if it exists. */
export const lockTotals = defineStatement(({ accountId, ownerId }: Placeholders<StoreIds>) =>
  db
    .selectFrom('Store')
    .select(['keys', 'bytes'])
    .where('accountId', '=', accountId)
    .where('ownerId', '=', ownerId)
    .forUpdate(),
);

/** Changes the totals of a store that is locked. */
export const saveTotals = defineStatement(
  ({ accountId, ownerId, keys, bytes }: Placeholders<StoreIds & { keys: number; bytes: number }>) =>
    db
      .updateTable('Store')
      .set({ keys, bytes })
      .where('accountId', '=', accountId)
      .where('ownerId', '=', ownerId),
);

/** What all stores of an account have. */
export const selectUsage = defineStatement(({ accountId }: Placeholders<{ accountId: string }>) =>
  db.selectFrom('StoreUsage').select(['keys', 'bytes']).where('accountId', '=', accountId),
);

/** An entry, expired or not. */
export const selectStored = defineStatement(
  ({ accountId, ownerId, key }: Placeholders<StoreIds & { key: string }>) =>
    db
      .selectFrom('StoreEntry')
      .select(['value', 'bytes', 'version', 'expiresAt'])
      .select((eb) => eb('expiresAt', '<=', now).as('isExpired'))
      .where('accountId', '=', accountId)
      .where('ownerId', '=', ownerId)
      .where('key', '=', key),
);

/** An entry that has not expired. */
export const selectEntry = defineStatement(
  ({ accountId, ownerId, key }: Placeholders<StoreIds & { key: string }>) =>
    db
      .selectFrom('StoreEntry')
      .select(['key', 'value', 'version', 'expiresAt', 'updatedAt'])
      .where('accountId', '=', accountId)
      .where('ownerId', '=', ownerId)
      .where('key', '=', key)
      .where(isCurrent()),
);

interface EntryColumns extends StoreIds {
  key: string;
  value: string;
  bytes: number;
  version: string;
  expiresAt: Date | null;
}

export const saveEntry = defineStatement((entry: Placeholders<EntryColumns>) =>
  db
    .insertInto('StoreEntry')
    .values({ ...entry, updatedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'ownerId', 'key']).doUpdateSet({
        value: (eb) => eb.ref('excluded.value'),
        bytes: (eb) => eb.ref('excluded.bytes'),
        version: (eb) => eb.ref('excluded.version'),
        expiresAt: (eb) => eb.ref('excluded.expiresAt'),
        updatedAt: now,
      }),
    ),
);

export const deleteEntry = defineStatement(
  ({ accountId, ownerId, key }: Placeholders<StoreIds & { key: string }>) =>
    db
      .deleteFrom('StoreEntry')
      .where('accountId', '=', accountId)
      .where('ownerId', '=', ownerId)
      .where('key', '=', key),
);

/** Deletes the expired entries of a store, and returns their bytes. */
export const deleteExpired = defineStatement(({ accountId, ownerId }: Placeholders<StoreIds>) =>
  db
    .deleteFrom('StoreEntry')
    .where('accountId', '=', accountId)
    .where('ownerId', '=', ownerId)
    .where('expiresAt', '<=', now)
    .returning('bytes'),
);

/** A range of keys: at least `from`, after `after`, before `below`. */
export interface KeyRange {
  from: string;
  after?: string;
  below?: string;
}

function entriesIn({ accountId, ownerId, from, after, below }: Placeholders<StoreIds & KeyRange>) {
  return db
    .selectFrom('StoreEntry')
    .where('accountId', '=', accountId)
    .where('ownerId', '=', ownerId)
    .where('key', '>=', from)
    .$if(after !== undefined, (query) => query.where('key', '>', after!))
    .$if(below !== undefined, (query) => query.where('key', '<', below!))
    .where(isCurrent());
}

/** Reads entries by key until they have so many bytes, and says how many there would have been within the limit. */
export const selectPage = defineStatement(
  ({
    limit,
    maxBytes,
    ...range
  }: Placeholders<StoreIds & KeyRange & { limit: number; maxBytes: number }>) => {
    const page = entriesIn(range)
      .select(['key', 'value', 'version', 'expiresAt', 'updatedAt', 'bytes'])
      .orderBy('key')
      .limit(limit)
      .as('page');
    const measured = db
      .selectFrom(page)
      .selectAll()
      .select((eb) => [
        int(eb.fn.sum('bytes').over((over) => over.orderBy('key'))).as('bytesSoFar'),
        int(eb.fn.countAll().over()).as('found'),
      ])
      .as('measured');
    return db
      .selectFrom(measured)
      .selectAll()
      .where((eb) => eb(eb('bytesSoFar', '-', eb.ref('bytes')), '<', maxBytes))
      .orderBy('key');
  },
);

export const countEntries = defineStatement(
  ({ max, ...range }: Placeholders<StoreIds & KeyRange & { max: number }>) =>
    db
      .selectFrom(entriesIn(range).select('key').limit(max).as('counted'))
      .select((eb) => int(eb.fn.countAll()).as('count')),
);

function isCurrent() {
  const eb = expressionBuilder<Tables, 'StoreEntry'>();
  return eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]);
}
