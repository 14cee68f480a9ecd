/** Paging of every list, newest first. */
export interface Paging {
  /**
   * Records per page, 1 to 1000. Default: 100; the lists of devices, scripts, devscripts and promotion codes return all
   * records without `limit` and `cursor`.
   */
  limit?: number;
  /** `nextCursor` of the previous page. */
  cursor?: string;
  /** Whether the page has the `total` of all matches. */
  total?: boolean;
}

/** Filters by the time at which records were created, to the second. Times are in ISO 8601, UTC. */
export interface CreatedRange {
  /** Created at this time or later. */
  createdAfter?: string;
  /** Created before this time. */
  createdBefore?: string;
}

/** One page of a list, or all of it. */
export interface Page<Item> {
  /** Number of items on this page. */
  count: number;
  items: Item[];
  /** Absent on the last page. A page that has it may have fewer items than `limit`, or none. */
  nextCursor?: string;
  /** Number of all matches, at most 10,000. Present if it was requested. */
  total?: number;
  /** Whether there may be more matches: more than 10,000 records were not counted. */
  totalIsCapped?: boolean;
}

const pageItems = 200;

/** Yields the items of all pages and reads each page when it is needed. */
export async function* eachItem<Item>(
  list: (paging: Paging) => Promise<Page<Item>>,
  { limit = pageItems, cursor }: Paging = {},
): AsyncGenerator<Item, void, undefined> {
  do {
    const page = await list({ limit, cursor });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor);
}

/** Returns the items of an iteration as an array, for example `await collectItems(drover.presets.iterate())`. */
export async function collectItems<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
