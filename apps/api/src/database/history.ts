import { LIMITS, type Paging } from '@drover/contract';
import { sql, type Compilable, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Pool } from 'pg';
import { int } from './expressions';
import { firstIdAt } from './ids';
import { readRows, type ItemOptions } from './large-rows';
import type { ListPage } from './lists';
import { db, prepared } from './sql';
import type { Tables } from './tables';
import { byKey, executeWith } from './transaction';

/** Tables that grow with time. In the statements below they have the alias `t`. */
type HistoryTable =
  | 'Approval'
  | 'Artifact'
  | 'AuditEntry'
  | 'Failure'
  | 'FailureTotal'
  | 'Job'
  | 'Message'
  | 'Run'
  | 'RunResult'
  | 'WebhookDelivery';

/** Rows that an index has in the order of their IDs: those with these values of the columns before the ID. */
export interface Branch<Table extends HistoryTable> {
  keys: Key<Table>[];
  /** The condition of a partial index, and one that few rows of the branch do not meet. */
  where?: Expression<SqlBool>;
}

export type Key<Table extends HistoryTable> = readonly [column: keyof Tables[Table] & string, value: unknown];

/** Which rows to list. */
export interface Matches<Table extends HistoryTable> {
  table: Table;
  /** The column of the IDs by which rows are ordered, and the primary key. Both are `id` in most tables. */
  columns?: Record<'order' | 'key', keyof Tables[Table] & string>;
  /** The rows of any of these branches. */
  branches: Branch<Table>[];
  /** Instead of branches: selects the newest IDs of a slice from another table, newest first. */
  selectIds?: (slice: Slice) => Expression<{ id: string }>;
  /** Conditions without an index, which are checked row by row. */
  filter?: Expression<SqlBool>[];
}

type AnyBranch = Pick<Branch<HistoryTable>, 'where'> & { keys: readonly (readonly [string, unknown])[] };
interface AnyMatches extends Omit<Matches<HistoryTable>, 'branches' | 'columns'> {
  branches: AnyBranch[];
  columns?: Record<'order' | 'key', string>;
}

/** Times between which rows were created, in whole seconds. */
export interface TimeRange {
  createdAfter?: string;
  createdBefore?: string;
}

interface Reader<Row, Item> extends ItemOptions<Row, Item> {
  /** A statement that reads rows by their primary keys, in any order, with the key as `id`. */
  select: (values: { ids: string[] }) => Compilable<Row>;
}

/** Where the rows of a statement are, and how many of them it examines. */
export interface Slice {
  from?: string;
  below?: string;
  size: number;
}

/** Where a row is in the order of the list, and its primary key. */
interface Position {
  id: string;
  key: string;
}

/** A row that matches, or at which the slice ends. */
interface SliceRow extends Position {
  isMatch: boolean;
  /** Position in the slice. */
  number: number;
}

/**
 * Settings of a transaction that have PostgreSQL read an index in its order. Otherwise it may read all rows and sort them
 * if it expects fewer than there are, as after many new rows.
 */
export const inIndexOrder = { settings: `${byKey}; SET LOCAL enable_sort = off` };

/** Rows that the first statement of a page with a filter examines. Later ones examine more. */
const firstSliceRows = 500;
const maxSliceRows = 4000;

/**
 * Lists rows of a table that grows with time, newest first. The cost depends on the page and not on the history: each
 * branch is read in the order of its index, and for a filter at most `LIMITS.listScanRecords` rows are examined. A page
 * that ends there has a cursor, and fewer items than requested, perhaps none.
 */
export async function listHistory<Table extends HistoryTable, Row extends { id: string }, Item>(
  pool: Pool,
  { limit = LIMITS.defaultPageItems, cursor, total, ...range }: Paging & TimeRange,
  list: Matches<Table> & Reader<Row, Item>,
): Promise<ListPage<Item>> {
  const bounds = idBounds(range);
  const below = [cursor, bounds.below].filter((id) => id !== undefined).sort()[0];
  const found = await findRows(pool, list, { ...bounds, below, size: limit });
  const { items, nextCursor = found.nextCursor } = await readItems(pool, found.rows, list);
  return {
    count: items.length,
    items,
    ...(nextCursor !== undefined && { nextCursor }),
    ...(total && (await countMatches(pool, list, { ...bounds, size: LIMITS.listTotalMax + 1 }))),
  };
}

/** The IDs of rows that were created in a range of times. IDs contain the time in seconds. */
function idBounds({ createdAfter, createdBefore }: TimeRange): Omit<Slice, 'size'> {
  return {
    ...(createdAfter !== undefined && { from: firstIdAt(new Date(createdAfter)) }),
    ...(createdBefore !== undefined && { below: firstIdAt(new Date(createdBefore)) }),
  };
}

/** Finds the rows of a page, and its cursor if there may be more. */
async function findRows(
  pool: Pool,
  matches: AnyMatches,
  { size: limit, ...bounds }: Slice,
): Promise<{ rows: Position[]; nextCursor?: string }> {
  const found: Position[] = [];
  let { below } = bounds;
  let size = matches.filter?.length ? firstSliceRows : limit + 1;
  for (let examined = 0; examined < LIMITS.listScanRecords; size = Math.min(2 * size, maxSliceRows)) {
    size = Math.min(size, LIMITS.listScanRecords - examined);
    const slice = selectSlice(matches, { ...bounds, below, size }, limit - found.length + 1);
    const rows = await executeWith(pool, inIndexOrder, slice);
    for (const row of rows) {
      if (!row.isMatch) continue;
      if (found.length === limit) return { rows: found, nextCursor: found[limit - 1].id };
      found.push(row);
    }
    const last = rows.at(-1);
    if (!last || last.number < size) return { rows: found };
    examined += size;
    below = last.id;
  }
  return { rows: found, nextCursor: below };
}

/** Reads the rows of a page in order. */
async function readItems<Row extends { id: string }, Item>(
  pool: Pool,
  positions: Position[],
  { select, ...reader }: Reader<Row, Item>,
): Promise<{ items: Item[]; nextCursor?: string }> {
  const read = async (ids: string[]) =>
    (await executeWith(pool, inIndexOrder, prepared(select({ ids })))) as Row[];
  const keys = positions.map(({ key }) => key);
  const { items, used } = await readRows(keys, { ...reader, read });
  return { items, ...(used < keys.length && { nextCursor: positions[used - 1].id }) };
}

/** Counts matches among the newest rows. The total is capped if there are older ones, or too many matches. */
async function countMatches(
  pool: Pool,
  matches: AnyMatches,
  slice: Slice,
): Promise<Pick<ListPage<never>, 'total' | 'totalIsCapped'>> {
  const matching = int(sql`count(*) FILTER (WHERE "isMatch")`);
  const statement = toStatement<{ matching: number; examined: number }>(
    sql`SELECT ${matching} AS matching, ${int(sql`count(*)`)} AS examined FROM (${newestRows(matches, slice)}) rows`,
  );
  const { matching: total = 0, examined = 0 } = (await executeWith(pool, inIndexOrder, statement))[0] ?? {};
  return {
    total: Math.min(total, LIMITS.listTotalMax),
    totalIsCapped: examined > LIMITS.listTotalMax,
  };
}

/**
 * NULLS LAST is the order of the indexes of lists only. Without it PostgreSQL may read the primary key, and search the
 * rows of all accounts for those of a small one.
 */
const newestFirst = sql`ORDER BY id DESC NULLS LAST`;

/** Selects the matches of a slice, at most `max`, and the row at which the slice ends. */
function selectSlice(matches: AnyMatches, slice: Slice, max: number): Compilable<SliceRow> {
  const rows = newestRows(matches, slice);
  // Without a filter every row is a match.
  if (!matches.filter?.length) {
    return toStatement(sql`SELECT id, key, true AS "isMatch", 0 AS number FROM (${rows}) rows`);
  }
  const number = int(sql`row_number() OVER (${newestFirst})`);
  return toStatement(sql`
    SELECT * FROM (SELECT id, key, "isMatch", ${number} AS number FROM (${rows}) rows) numbered
    WHERE "isMatch" OR number = ${slice.size} ${newestFirst} LIMIT ${max}`);
}

/** Selects the newest rows of all branches. */
function newestRows(
  { table, columns = { order: 'id', key: 'id' }, branches, selectIds, filter = [] }: AnyMatches,
  slice: Slice,
): RawBuilder<unknown> {
  const isMatch = filter.length > 0 ? sql.join(filter, sql` AND `) : sql`true`;
  if (selectIds) {
    const row = filter.length > 0 ? sql`JOIN ${sql.table(table)} t USING (id)` : sql``;
    return sql`SELECT id, id AS key, ${isMatch} AS "isMatch" FROM (${selectIds(slice)}) ids ${row} ${newestFirst}`;
  }
  const id = sql.ref(`t.${columns.order}`);
  const key = sql.ref(`t.${columns.key}`);
  const page = sql`${newestFirst} LIMIT ${slice.size}`;
  const [first, ...others] = branches.map(
    (branch) =>
      sql`(SELECT ${id} AS id, ${key} AS key, ${isMatch} AS "isMatch" FROM ${sql.table(table)} t
           WHERE ${sql.join(conditionsOf(branch, id, slice), sql` AND `)} ${page})`,
  );
  return others.length > 0 ? sql`${sql.join([first, ...others], sql` UNION ALL `)} ${page}` : sql`${first}`;
}

function conditionsOf(
  { keys, where }: AnyBranch,
  id: Expression<unknown>,
  { from, below }: Slice,
): Expression<unknown>[] {
  return [
    ...keys.map(([column, value]) => sql`${sql.ref(`t.${column}`)} = ${value}`),
    ...(where ? [where] : []),
    ...(from === undefined ? [] : [sql`${id} >= ${from}`]),
    ...(below === undefined ? [] : [sql`${id} < ${below}`]),
  ];
}

function toStatement<Row>(raw: RawBuilder<unknown>): Compilable<Row> {
  return { compile: () => raw.compile(db) };
}
