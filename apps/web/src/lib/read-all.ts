import { collectItems, type Page, type Paging } from '@drover/sdk';

/** Reads all pages of a list that is shown or searched as a whole, with as few requests as possible. */
export async function readAll<Item>(iterate: (paging: Paging) => AsyncIterable<Item>): Promise<Page<Item>> {
  // Not a part of the first load.
  const { LIMITS } = await import('@drover/contract/limits');
  const items = await collectItems(iterate({ limit: LIMITS.pageItems }));
  return { count: items.length, items };
}
