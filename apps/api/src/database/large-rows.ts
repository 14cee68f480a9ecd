import { LIMITS } from '@drover/contract/limits';

/** Rows that may have megabytes are read a few at a time: one first, and then about as many as fit on a page. */
const firstRows = 1;
const maxRows = 10;

export interface ItemOptions<Row, Item> {
  item: (row: Row) => Item;
  /** Whether a row may have megabytes. Such rows are read a few at a time, and a page of them ends early. */
  hasLargeRows?: boolean;
}

interface Reader<Row, Item> extends ItemOptions<Row, Item> {
  /** Reads rows by their IDs, in any order. */
  read: (ids: string[]) => Promise<Row[]>;
}

/**
 * Reads the rows of a page in the order of the given IDs. Rows that were deleted in the meantime are missing. `used` is the
 * number of IDs up to the end of the page.
 */
export async function readRows<Row extends { id: string }, Item>(
  ids: string[],
  { read, item, hasLargeRows }: Reader<Row, Item>,
): Promise<{ items: Item[]; used: number }> {
  const items: Item[] = [];
  let bytes = 0;
  let used = 0;
  while (used < ids.length && bytes < LIMITS.pageBytes) {
    const part = ids.slice(used, used + (hasLargeRows ? rowsAtATime(used, bytes) : ids.length));
    const rows = new Map((await read(part)).map((row) => [row.id, row]));
    for (const id of part) {
      if (bytes >= LIMITS.pageBytes) break;
      used += 1;
      const row = rows.get(id);
      if (!row) continue;
      items.push(item(row));
      if (hasLargeRows) bytes += sizeOf(items.at(-1));
    }
  }
  return { items, used };
}

/** Returns how many rows that may be large to read next, after some rows with so many bytes. */
function rowsAtATime(rows: number, bytes: number): number {
  if (rows === 0) return firstRows;
  return Math.min(Math.max(Math.floor((LIMITS.pageBytes * rows) / Math.max(bytes, 1)), 1), maxRows);
}

/** Estimates the bytes of a value as JSON, without the memory that converting it would take. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.entries(value).reduce((sum, [key, each]) => sum + key.length + 4 + sizeOf(each), 2);
}
