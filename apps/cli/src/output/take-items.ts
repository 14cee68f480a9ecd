import type { Page } from '@drover/sdk';
import { toList } from './json';

/** Reads the first items of a list, from as many pages as they need. */
export async function takeItems<Item>(items: AsyncIterable<Item>, limit: number): Promise<Page<Item>> {
  const taken: Item[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length === limit) break;
  }
  return toList(taken);
}
