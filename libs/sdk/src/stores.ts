import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import { eachItem, type Page, type Paging } from './paging';
import type { Http } from './request';

/** A store that has had entries. */
export interface Store {
  /** ID of what the store belongs to. */
  _id: string;
  /** What it belongs to: `script` is a published script, `devscript` a development script. */
  kind: 'account' | 'script' | 'devscript' | 'device';
  /** Name of what it belongs to. */
  name: string;
  /** Number of entries, expired ones included until they are deleted. */
  keys: number;
  /** Bytes of keys and values. */
  bytes: number;
}

/** An entry of a store. */
export interface StoreEntry {
  key: string;
  /** Any JSON value. */
  value: unknown;
  /** Changes with each change of the entry, and is never used again in this store. */
  version: number;
  /** When the entry ends. Null for never. */
  expiresAt: string | null;
  updatedAt: string;
}

/** Entries by key. */
export interface StoreEntryFilter extends Paging {
  /** What the keys begin with. */
  prefix?: string;
}

/** A new value of an entry. */
export interface UpdateStoreEntry {
  /** Any JSON value of at most 64 kB. */
  value: unknown;
  /** Seconds until the entry ends, at most 365 days. Never without it. */
  expiresIn?: number;
  /** Changes the entry only if it has this version. 0: only if there is none. */
  ifVersion?: number;
}

/** The condition of a deletion. */
export interface RemoveStoreEntry {
  /** Deletes the entry only if it has this version. */
  ifVersion?: number;
}

/** Values that scripts share between devices: one store for each script, each device and the workspace. */
export class Stores {
  constructor(private readonly http: Http) {}

  /**
   * Lists the stores that have had entries.
   *
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.stores.list();
   */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<Store>> {
    return this.http.request('stores.list', { query: paging }, options);
  }

  /**
   * Iterates over the stores that have had entries.
   *
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { name, keys } of drover.stores.iterate()) console.log(name, keys);
   */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Store, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /**
   * Lists entries of a store by key.
   *
   * @param storeId ID of a script, devscript or device, or `account` for the store of the workspace.
   * @param filter Prefix and paging.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if what the store belongs to does not exist.
   * @throws {@link ApiError} 422 if a filter is invalid.
   * @example
   * const { items } = await drover.stores.listEntries('account', { prefix: 'lock:' });
   */
  listEntries(
    storeId: string,
    filter: StoreEntryFilter = {},
    options?: CallOptions,
  ): ApiPromise<Page<StoreEntry>> {
    return this.http.request('stores.listEntries', { params: { storeId }, query: filter }, options);
  }

  /**
   * Iterates over entries of a store by key.
   *
   * @param storeId ID of a script, devscript or device, or `account` for the store of the workspace.
   * @param filter Prefix. `limit` is the number of entries per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 404 if what the store belongs to does not exist.
   * @example
   * for await (const { key, value } of drover.stores.iterateEntries('account')) console.log(key, value);
   */
  iterateEntries(
    storeId: string,
    filter: StoreEntryFilter = {},
    options?: CallOptions,
  ): AsyncGenerator<StoreEntry, void, undefined> {
    return eachItem((paging) => this.listEntries(storeId, { ...filter, ...paging }, options), filter);
  }

  /**
   * Reads an entry of a store.
   *
   * @param storeId ID of a script, devscript or device, or `account` for the store of the workspace.
   * @param key Key of the entry.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if there is no such entry, or it has ended.
   * @example
   * const { value, version } = await drover.stores.getEntry('account', 'next-page');
   */
  getEntry(storeId: string, key: string, options?: CallOptions): ApiPromise<StoreEntry> {
    return this.http.request('stores.getEntry', { params: { storeId, entryKey: key } }, options);
  }

  /**
   * Creates an entry of a store, or replaces its value.
   *
   * @param storeId ID of a script, devscript or device, or `account` for the store of the workspace.
   * @param key 1 to 255 characters.
   * @param entry The value, when it ends, and the version that it replaces.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if what the store belongs to does not exist.
   * @throws {@link ApiError} 409 if the entry has another version, or the store is full.
   * @throws {@link ApiError} 422 if the key or the value is invalid.
   * @example
   * const { version } = await drover.stores.updateEntry('account', 'next-page', { value: 1 });
   * await drover.stores.updateEntry('account', 'next-page', { value: 2, ifVersion: version });
   */
  // oxlint-disable-next-line max-params -- the parameters of the path, the body and the options, as in all methods
  updateEntry(
    storeId: string,
    key: string,
    entry: UpdateStoreEntry,
    options?: CallOptions,
  ): ApiPromise<StoreEntry> {
    const params = { storeId, entryKey: key };
    return this.http.request('stores.updateEntry', { params, body: entry }, options);
  }

  /**
   * Deletes an entry of a store.
   *
   * @param storeId ID of a script, devscript or device, or `account` for the store of the workspace.
   * @param key Key of the entry.
   * @param condition The version that the entry must have.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if there is no such entry, or it has ended.
   * @throws {@link ApiError} 409 if the entry has another version.
   * @example
   * await drover.stores.removeEntry('account', 'next-page');
   */
  // oxlint-disable-next-line max-params -- the parameters of the path, the query and the options, as in all methods
  removeEntry(
    storeId: string,
    key: string,
    condition: RemoveStoreEntry = {},
    options?: CallOptions,
  ): ApiPromise<void> {
    const params = { storeId, entryKey: key };
    return this.http.request('stores.removeEntry', { params, query: condition }, options);
  }
}
