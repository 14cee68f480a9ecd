import { LIMITS, type Paging } from '@drover/contract';
import type { AliasedExpression, Compilable, SelectQueryBuilder } from 'kysely';
import type { Pool } from 'pg';
import { int } from './expressions';
import { db, defineStatement, execute, executeFirst, prepared, type Placeholders } from './sql';

interface Page {
  where: { id?: { lt: string } };
  orderBy: { id: 'desc' };
  take?: number;
}

interface Source<Row, Item> {
  /** Reads rows, newest first. Reads only rows below the ID if one is given. */
  find: (page: Page) => Promise<Row[]>;
  count: () => Promise<number>;
  item: (row: Row) => Item;
}

/** Returns a page as a list envelope. Skips the count query if the page contains all matches. */
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

/** The methods of a Prisma model that lists use. */
interface Table<Where, Row> {
  findMany(args: Omit<Page, 'where'> & { where: { AND: NonNullable<Where>[] } }): PromiseLike<Row[]>;
  count(args: { where: Where }): PromiseLike<number>;
}

/** Reads the rows of a table that match a condition page by page. */
export function findRows<Where, Row>(table: Table<Where, Row>, where: NonNullable<Where>) {
  return {
    find: async ({ where: below, ...page }: Page): Promise<Row[]> =>
      table.findMany({ ...page, where: { AND: [where, below as NonNullable<Where>] } }),
    count: async (): Promise<number> => table.count({ where }),
  };
}

/** A page, newest first: the rows below an ID, and how many of them at most. */
interface PageValues {
  below?: string;
  take?: number;
}

/**
 * Defines a list by the SELECT for a filter, for `listPage`. Its statements are built once for each combination of
 * filter values.
 */
export function defineList<
  Filter extends object,
  Database,
  Table extends keyof Database,
  Row extends { id: string },
>(build: (filter: Placeholders<Filter>) => SelectQueryBuilder<Database, Table, Row>) {
  const selectPage = defineStatement((values: Placeholders<Filter & PageValues>) =>
    pageOf(build(values as Placeholders<Filter>), values as Placeholders<PageValues>),
  );
  const selectCount = defineStatement((filter: Placeholders<Filter>) => countOf(build(filter)));
  return (pool: Pool, filter: Filter) =>
    createSource<Row>(pool, {
      page: (values) => selectPage({ ...filter, ...values }),
      count: () => selectCount(filter),
    });
}

/** The rows of a SELECT, for `listPage`. */
export function queryRows<Database, Table extends keyof Database, Row extends { id: string }>(
  pool: Pool,
  query: SelectQueryBuilder<Database, Table, Row>,
) {
  return createSource<Row>(pool, { page: (values) => pageOf(query, values), count: () => countOf(query) });
}

interface ListStatements {
  page: (values: PageValues) => Compilable<unknown>;
  count: () => Compilable<{ count: number }>;
}

function createSource<Row>(pool: Pool, statements: ListStatements) {
  return {
    async find({ where: { id }, take }: Page): Promise<Row[]> {
      const statement = statements.page({ below: id?.lt, take });
      // Pages are not prepared: a generic plan would search the rows of all accounts for those of a small one.
      return (await execute(pool, take === undefined ? prepared(statement) : statement)) as Row[];
    },
    async count(): Promise<number> {
      return (await executeFirst(pool, prepared(statements.count())))?.count ?? 0;
    },
  };
}

/** A SELECT as a table of which only the ID is known. */
function matchesOf(query: { as: (alias: 'matches') => unknown }) {
  return query.as('matches') as AliasedExpression<{ id: string }, 'matches'>;
}

function pageOf(
  query: Parameters<typeof matchesOf>[0],
  { below, take }: PageValues | Placeholders<PageValues>,
): Compilable<unknown> {
  let select = db.selectFrom(matchesOf(query)).selectAll().orderBy('id', 'desc');
  if (below !== undefined) select = select.where('id', '<', below);
  if (take !== undefined) select = select.limit(take);
  return select;
}

function countOf(query: Parameters<typeof matchesOf>[0]): Compilable<{ count: number }> {
  return db.selectFrom(matchesOf(query)).select((eb) => int(eb.fn.countAll()).as('count'));
}

/** Escapes wildcards for case-insensitive comparisons, which Prisma runs with ILIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
