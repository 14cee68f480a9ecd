import { LIMITS, type Paging } from '@drover/contract';
import type { AliasedExpression, Compilable, Expression, SelectQueryBuilder } from 'kysely';
import type { Pool } from 'pg';
import { anyOf, int } from './expressions';
import { readRows } from './large-rows';
import { db, defineStatement, execute, executeFirst, prepared, type Placeholders } from './sql';

/** Which rows to read, newest first: those below an ID if one is given, at most `take`. */
interface Page {
  where: { id?: { lt: string } };
  orderBy: { id: 'desc' };
  take: number;
}

interface Source<Row, Item> {
  find: (page: Page) => Promise<Row[]>;
  /** Reads the first rows of a whole list, which small accounts request often. */
  findFirst?: (take: number) => Promise<Row[]>;
  /** Counts the matches, but stops at a maximum. */
  count: (max: number) => Promise<number>;
  item: (row: Row) => Item;
}

/** Rows that may have megabytes. None is read only to show that there are more. */
interface LargeSource<Row, Item> extends Pick<Source<Row, Item>, 'count' | 'item'> {
  findIds: (page: PageValues) => Promise<{ id: string }[]>;
  findByIds: (ids: string[]) => Promise<Row[]>;
}

/** Rows of a list that is sent whole that are read at a time. */
const rowsAtATime = 500;

interface Total {
  total?: number;
  totalIsCapped?: boolean;
}

/** The envelope of a list. */
export interface ListPage<Item> extends Total {
  count: number;
  items: Item[];
  nextCursor?: string;
}

/** A list that is too long to be held in memory. Its items are read page by page while they are sent. */
export class LongList<Item> {
  constructor(
    readonly pages: AsyncIterable<Item[]>,
    readonly total: Total,
  ) {}
}

/** Returns one page of a list. */
export async function listPage<Row extends { id: string }, Item>(
  { limit = LIMITS.defaultPageItems, ...paging }: Paging,
  source: Source<Row, Item>,
): Promise<ListPage<Item>> {
  const { rows, hasMore } = await readPage(source, limit, paging.cursor);
  const nextCursor = hasMore ? rows[rows.length - 1].id : undefined;
  return createPage(source, paging, { items: rows.map(source.item), nextCursor });
}

/** Returns one page of a list of large rows. Ends it before its limit if they have many bytes. */
export async function listLargePage<Row extends { id: string }, Item>(
  { limit = LIMITS.defaultPageItems, ...paging }: Paging,
  source: LargeSource<Row, Item>,
): Promise<ListPage<Item>> {
  const { findIds, findByIds: read, item } = source;
  const ids = (await findIds({ below: paging.cursor, take: limit + 1 })).map(({ id }) => id);
  const { items, used } = await readRows(ids.slice(0, limit), { read, item, hasLargeRows: true });
  return createPage(source, paging, { items, nextCursor: used < ids.length ? ids[used - 1] : undefined });
}

async function createPage<Item>(
  source: Pick<Source<unknown, Item>, 'count'>,
  { cursor, total }: Omit<Paging, 'limit'>,
  { items, nextCursor }: Pick<ListPage<Item>, 'items' | 'nextCursor'>,
): Promise<ListPage<Item>> {
  const isWhole = !cursor && nextCursor === undefined;
  return {
    count: items.length,
    items,
    ...(nextCursor !== undefined && { nextCursor }),
    ...(total && (await readTotal(source, isWhole ? items.length : undefined))),
  };
}

/** Returns all items of a list, or one page if the request asks for it. */
export async function listAll<Row extends { id: string }, Item>(
  { limit, cursor, total }: Paging,
  source: Source<Row, Item>,
): Promise<ListPage<Item> | LongList<Item>> {
  if (limit !== undefined || cursor !== undefined) {
    return listPage({ limit: limit ?? LIMITS.pageItems, cursor, total }, source);
  }
  const { findFirst } = source;
  const find = findFirst ? ({ take }: Page) => findFirst(take) : source.find;
  const first = await readPage({ find }, rowsAtATime);
  const items = first.rows.map(source.item);
  const totals = total && (await readTotal(source, first.hasMore ? undefined : items.length));
  if (!first.hasMore) return { count: items.length, items, ...totals };
  return new LongList(readPages(source, first.rows), { ...totals });
}

/** Yields the items of all pages, each row once. Rows that are created meanwhile are newer than the first page. */
async function* readPages<Row extends { id: string }, Item>(
  source: Source<Row, Item>,
  first: Row[],
): AsyncGenerator<Item[], void, undefined> {
  for (let page = { rows: first, hasMore: true }; ;) {
    yield page.rows.map(source.item);
    if (!page.hasMore) return;
    page = await readPage(source, rowsAtATime, page.rows[page.rows.length - 1].id);
  }
}

/** Reads `size` rows below an ID. */
async function readPage<Row extends { id: string }>(
  { find }: Pick<Source<Row, unknown>, 'find'>,
  size: number,
  cursor?: string,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  // The last row only shows that there are more.
  const rows = await find({
    where: cursor ? { id: { lt: cursor } } : {},
    orderBy: { id: 'desc' },
    take: size + 1,
  });
  return { rows: rows.slice(0, size), hasMore: rows.length > size };
}

async function readTotal<Row>(source: Pick<Source<Row, unknown>, 'count'>, known?: number): Promise<Total> {
  const total = known ?? (await source.count(LIMITS.listTotalMax + 1));
  return { total: Math.min(total, LIMITS.listTotalMax), totalIsCapped: total > LIMITS.listTotalMax };
}

/** The methods of a Prisma model that lists use. */
interface Table<Where, Row> {
  findMany(args: Omit<Page, 'where'> & { where: { AND: NonNullable<Where>[] } }): PromiseLike<Row[]>;
  count(args: { where: Where; take: number }): PromiseLike<number>;
}

/** Reads the rows of a table that match a condition page by page. */
export function findRows<Where, Row>(table: Table<Where, Row>, where: NonNullable<Where>) {
  return {
    find: async ({ where: below, ...page }: Page): Promise<Row[]> =>
      table.findMany({ ...page, where: { AND: [where, below as NonNullable<Where>] } }),
    count: async (max: number): Promise<number> => table.count({ where, take: max }),
  };
}

/** A page, newest first: the rows below an ID, and how many of them at most. */
interface PageValues {
  below?: string;
  take: number;
}

type FirstValues = Pick<PageValues, 'take'>;

interface CountValues {
  max: number;
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
    rowsBelow(build(values as Placeholders<Filter>), values as Placeholders<PageValues>).selectAll(),
  );
  const selectFirst = defineStatement((values: Placeholders<Filter & FirstValues>) =>
    firstOf(build(values as Placeholders<Filter>), values as Placeholders<FirstValues>),
  );
  const selectCount = defineStatement((values: Placeholders<Filter & CountValues>) =>
    countOf(build(values as Placeholders<Filter>), values as Placeholders<CountValues>),
  );
  return (pool: Pool, filter: Filter) =>
    createSource<Row>(pool, {
      page: (values) => selectPage({ ...filter, ...values }),
      first: (values) => selectFirst({ ...filter, ...values }),
      count: (values) => selectCount({ ...filter, ...values }),
    });
}

/** The rows of a SELECT, for `listPage`. */
export function queryRows<Database, Table extends keyof Database, Row extends { id: string }>(
  pool: Pool,
  query: SelectQueryBuilder<Database, Table, Row>,
) {
  return createSource<Row>(pool, {
    page: (values) => rowsBelow(query, values).selectAll(),
    first: (values) => firstOf(query, values),
    count: (values) => countOf(query, values),
  });
}

/** The rows of a SELECT that may have megabytes each, for `listLargePage`. */
export function queryLargeRows<Database, Table extends keyof Database, Row extends { id: string }>(
  pool: Pool,
  query: SelectQueryBuilder<Database, Table, Row>,
) {
  return {
    findIds: (page: PageValues) => execute(pool, rowsBelow(query, page).select('id')),
    findByIds: async (ids: string[]) => {
      const select = db.selectFrom(matchesOf(query)).selectAll().where('id', '=', anyOf(ids));
      return (await execute(pool, select)) as Row[];
    },
    count: queryRows(pool, query).count,
  };
}

interface ListStatements {
  page: (values: PageValues) => Compilable<unknown>;
  first: (values: FirstValues) => Compilable<unknown>;
  count: (values: CountValues) => Compilable<{ count: number }>;
}

function createSource<Row>(pool: Pool, statements: ListStatements) {
  return {
    async find({ where: { id }, take }: Page): Promise<Row[]> {
      // Pages are not prepared: a generic plan would search the rows of all accounts for those of a small one.
      return (await execute(pool, statements.page({ below: id?.lt, take }))) as Row[];
    },
    findFirst: async (take: number) => (await execute(pool, prepared(statements.first({ take })))) as Row[],
    async count(max: number): Promise<number> {
      return (await executeFirst(pool, statements.count({ max })))?.count ?? 0;
    },
  };
}

/** A SELECT as a table of which only the ID is known. */
function matchesOf(query: { as: (alias: 'matches') => unknown }) {
  return query.as('matches') as AliasedExpression<{ id: string }, 'matches'>;
}

/** Selects the rows with smaller IDs than the given one, newest first. */
function rowsBelow(
  query: Parameters<typeof matchesOf>[0],
  { below: id, take }: PageValues | Placeholders<PageValues>,
) {
  const rows = db.selectFrom(matchesOf(query)).orderBy('id', 'desc').limit(take);
  return id === undefined ? rows : rows.where('id', '<', id);
}

/**
 * The first rows, by a statement that can be prepared: it reads all matches before it sorts them. Its plan would
 * otherwise search the rows of all accounts for those of a small one, in the hope of reaching the limit soon.
 */
function firstOf(
  query: Parameters<typeof matchesOf>[0] & Expression<unknown>,
  { take }: FirstValues | Placeholders<FirstValues>,
): Compilable<unknown> {
  return db
    .with(
      (cte) => cte('matches').materialized(),
      () => query as unknown as Expression<{ id: string }>,
    )
    .selectFrom('matches')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(take);
}

function countOf(
  query: Parameters<typeof matchesOf>[0],
  { max }: CountValues | Placeholders<CountValues>,
): Compilable<{ count: number }> {
  const matches = db.selectFrom(matchesOf(query)).select('id').limit(max).as('counted');
  return db.selectFrom(matches).select((eb) => int(eb.fn.countAll()).as('count'));
}

/** Returns the condition of Prisma for names that contain a text in any case. Without a text, every name fits. */
export function nameContains(text: string | undefined) {
  return text === undefined ? undefined : { contains: escapeLike(text), mode: 'insensitive' as const };
}

/** Escapes wildcards for case-insensitive comparisons, which Prisma runs with ILIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
