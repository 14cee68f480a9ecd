import { isNotFound, type Store, type StoreEntry } from '@drover/sdk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';
import { readPage } from '../lib/read-page';

/** What a store belongs to. */
export type StoreOwner = Pick<Store, 'kind' | 'name'>;

/** The ID under which the store of the workspace has its page. */
export const workspaceStoreId = 'account';

/** Milliseconds between two reads of a page that is visible. Runs change stores at any time. */
const refetchMs = 5_000;

/** Stores and pages of entries up to which they are read again by themselves. */
const [maxLiveStores, maxLivePages] = [1000, 2];

export const storeQueries = {
  /** All stores that have had entries. */
  list: () =>
    queryOptions({
      queryKey: ['stores', 'list'],
      queryFn: ({ signal }) => readAll((paging) => drover.stores.iterate(paging, { signal })),
      refetchInterval: ({ state }) => ((state.data?.items.length ?? 0) <= maxLiveStores ? refetchMs : false),
    }),

  /** What a store belongs to. The kind, if the link to the page has it, saves a search of the list. */
  owner: (storeId: string, kind: string) =>
    queryOptions({
      queryKey: ['stores', storeId, 'owner', kind],
      queryFn: ({ signal }) => readOwner(storeId, kind, signal),
    }),

  entries: (storeId: string, prefix: string) =>
    infiniteQueryOptions({
      queryKey: ['stores', storeId, 'entries', prefix],
      queryFn: ({ pageParam, signal }) =>
        readPage(
          (paging) =>
            drover.stores.listEntries(storeId, { ...paging, ...(prefix && { prefix }) }, { signal }),
          pageParam,
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= maxLivePages ? refetchMs : false),
    }),
};

/** Returns null for a store that has had no entries, if the link does not have its kind. */
async function readOwner(storeId: string, kind: string, signal: AbortSignal): Promise<StoreOwner | null> {
  const named = async (owner: Store['kind'], record: Promise<{ name: string }>) => {
    const { name } = await record;
    return { kind: owner, name };
  };
  if (storeId === workspaceStoreId) return named('account', drover.accounts.get({ signal }));
  if (kind === 'device') return named(kind, drover.devices.get(storeId, { signal }));
  if (kind === 'devscript') return named(kind, drover.devscripts.get(storeId, { signal }));
  if (kind === 'script') return named(kind, drover.scripts.get(storeId, { signal }));
  const { items } = await readAll((paging) => drover.stores.iterate(paging, { signal }));
  return items.find(({ _id }) => _id === storeId) ?? null;
}

/** Returns the address of the page of a store. */
export function storePath(storeId: string, kind: Store['kind']): string {
  return kind === 'account' ? `/stores/${workspaceStoreId}` : `/stores/${storeId}?kind=${kind}`;
}

/** Returns the entry as it is now, or null if there is none. */
export async function readEntry(storeId: string, key: string): Promise<StoreEntry | null> {
  try {
    return await drover.stores.getEntry(storeId, key);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}
