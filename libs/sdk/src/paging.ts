/** Paging of every list, newest first. Without these parameters the response has all matches. */
export interface Paging {
  /** Records per page, 1 to 1000. */
  limit?: number;
  /** `nextCursor` of the previous page. */
  cursor?: string;
}

/** One page of a list, or all of it. */
export interface Page<Item> {
  /** Number of all matches, on this page and others. */
  count: number;
  items: Item[];
  /** Absent on the last page. */
  nextCursor?: string;
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
