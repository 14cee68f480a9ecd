import type { Page, Paging } from '@drover/sdk';

const pageItems = 200;

/**
 * Pages that are read for one shown page. A page of a list with rare matches may be empty, because the server ends its
 * search after some thousand records.
 */
const maxReads = 30;

/** Reads the first page that has items, or else the last one that was read. */
export async function readPage<Item>(
  list: (paging: Paging) => Promise<Page<Item>>,
  cursor: string | undefined,
): Promise<Page<Item>> {
  let page = await list({ limit: pageItems, cursor });
  for (let reads = 1; page.items.length === 0 && page.nextCursor && reads < maxReads; reads += 1) {
    page = await list({ limit: pageItems, cursor: page.nextCursor });
  }
  return page;
}
