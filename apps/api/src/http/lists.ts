import { LIMITS, type Paging } from '@drover/contract';

interface Page {
  where: { id?: { lt: string } };
  orderBy: { id: 'desc' };
  take?: number;
}

interface Source<Row, Item> {
  /** Reads rows, newest first, that are below the id where one is given. */
  find: (page: Page) => Promise<Row[]>;
  count: () => Promise<number>;
  item: (row: Row) => Item;
}

/** The list envelope. Without paging parameters all matches come, and are not counted twice. */
export async function listPage<Row extends { id: string }, Item>(
  { limit, cursor }: Paging,
  source: Source<Row, Item>,
): Promise<{ count: number; items: Item[]; nextCursor?: string }> {
  const isPaged = limit !== undefined || cursor !== undefined;
  const size = limit ?? LIMITS.pageItems;
  const rows = await source.find({
    where: cursor ? { id: { lt: cursor } } : {},
    orderBy: { id: 'desc' },
    ...(isPaged && { take: size + 1 }),
  });
  if (!isPaged) return { count: rows.length, items: rows.map(source.item) };
  const page = rows.slice(0, size);
  const next = rows.length > size ? { nextCursor: page[page.length - 1]?.id } : {};
  return { count: await source.count(), items: page.map(source.item), ...next };
}

/** For a comparison without regard to case: Prisma hands the text to ILIKE, where these characters are wild. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
