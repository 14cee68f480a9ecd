import { LIMITS, type Paging } from '@drover/contract';
import type { Pool } from 'pg';
import { Prisma } from '../database/client/client';
import { prepared } from '../database/prepared';

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

/** The list envelope. Where all matches come, they are not counted once more. */
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
  if (!isPaged || (!cursor && rows.length <= size)) {
    return { count: rows.length, items: rows.map(source.item) };
  }
  const page = rows.slice(0, size);
  const next = rows.length > size ? { nextCursor: page[page.length - 1]?.id } : {};
  return { count: await source.count(), items: page.map(source.item), ...next };
}

/** What is asked of a table by Prisma. */
interface Table<Where, Row> {
  findMany(args: Omit<Page, 'where'> & { where: { AND: NonNullable<Where>[] } }): PromiseLike<Row[]>;
  count(args: { where: Where }): PromiseLike<number>;
}

/** Rows of a table for which a condition holds. */
export function findRows<Where, Row>(table: Table<Where, Row>, where: NonNullable<Where>) {
  return {
    find: async ({ where: below, ...page }: Page): Promise<Row[]> =>
      table.findMany({ ...page, where: { AND: [where, below as NonNullable<Where>] } }),
    count: async (): Promise<number> => table.count({ where }),
  };
}

/** Rows of a hot list, by a statement of its own: what Prisma would say takes three times as long. */
export function selectRows<Row>(pool: Pool, select: Prisma.Sql, conditions: (Prisma.Sql | undefined)[]) {
  const matches = Prisma.sql`(${select} WHERE ${allOf(conditions)}) AS matches`;
  return {
    async find({ where: { id }, take }: Page): Promise<Row[]> {
      const below = id && Prisma.sql`id < ${id.lt}`;
      const limit = take === undefined ? Prisma.empty : Prisma.sql`LIMIT ${take}`;
      const statement = Prisma.sql`SELECT * FROM ${matches} WHERE ${allOf([below])} ORDER BY id DESC ${limit}`;
      // A page is planned with its values: one plan for all would look for a small account's rows among everybody's.
      return (await pool.query(take === undefined ? prepared(statement) : statement)).rows as Row[];
    },
    async count(): Promise<number> {
      const { rows } = await pool.query(prepared(Prisma.sql`SELECT count(*)::int FROM ${matches}`));
      return (rows[0] as { count: number }).count;
    },
  };
}

/** A condition that holds where there is something to hold it against. */
export function given<Value>(
  value: Value | undefined,
  condition: (value: Value) => Prisma.Sql,
): Prisma.Sql | undefined {
  return value === undefined ? undefined : condition(value);
}

/** All of the conditions that are given. */
export function allOf(conditions: (Prisma.Sql | undefined)[]): Prisma.Sql {
  return Prisma.join(
    [Prisma.sql`true`, ...conditions.filter((condition) => condition !== undefined)],
    ' AND ',
  );
}

/** For a comparison without regard to case: Prisma hands the text to ILIKE, where these characters are wild. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
