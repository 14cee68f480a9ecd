import { LIMITS } from '@drover/contract/limits';
import { collectItems, type Page, type Paging } from '@drover/sdk';

/** Reads all pages of a list that is shown or searched as a whole, with as few requests as possible. */
export async function readAll<Item>(iterate: (paging: Paging) => AsyncIterable<Item>): Promise<Page<Item>> {
  const items = await collectItems(iterate({ limit: LIMITS.pageItems }));
  return { count: items.length, items };
}
