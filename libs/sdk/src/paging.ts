/** Paging of every list: newest first; without these parameters all matches come. */
export interface Paging {
  /** Records of one page, 1 to 1000. */
  limit?: number;
  /** `nextCursor` of the page before. */
  cursor?: string;
}

/** One page of a list, or all of it. */
export interface Page<Item> {
  /** Number of matches, on this page and all others. */
  count: number;
  items: Item[];
  /** There while there is more. */
  nextCursor?: string;
}

const pageItems = 200;

/** Reads page after page, each when it is needed. */
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
