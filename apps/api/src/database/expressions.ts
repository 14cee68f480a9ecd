import {
  expressionBuilder,
  isExpression,
  sql,
  type AliasedRawBuilder,
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type InsertQueryBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely';
import type { $Enums } from './client/client';

/** Enums of the database by name. */
type Enums = { [Name in keyof typeof $Enums]: (typeof $Enums)[Name][keyof (typeof $Enums)[Name]] };

/** The time at which the transaction began. */
export const now = sql<Date>`now()`;

export function secondsAgo(seconds: number | Expression<number | null>): RawBuilder<Date> {
  return sql<Date>`now() - make_interval(secs => ${seconds})`;
}

export function secondsFromNow(seconds: number | Expression<number | null>): RawBuilder<Date> {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}

/** A text that follows all IDs from up to so many seconds after this one. IDs begin with their time in hex. */
export function idAfter(id: Expression<string>, seconds: number): RawBuilder<string> {
  return sql<string>`lpad(to_hex(('x' || left(${id}, 8))::bit(32)::bigint + ${seconds}::int + 1), 8, '0')`;
}

/** An integer, such as a count or a sum: PostgreSQL has 64 bits for them, which the driver returns as text. */
export function int(expression: Expression<unknown>): RawBuilder<number> {
  return sql<number>`${expression}::int`;
}

/** A value of an enum, for places from which PostgreSQL cannot infer its type, such as the branches of CASE. */
export function enumValue<Name extends keyof Enums>(name: Name, value: Enums[Name]): RawBuilder<Enums[Name]> {
  return sql<Enums[Name]>`${value}::${sql.id(name)}`;
}

/**
 * Any of the values, for `.where('id', '=', anyOf(ids))`. They are one parameter, so the text of the statement does not
 * depend on their number, as that of IN does.
 */
export function anyOf<Value>(values: readonly Value[] | Expression<readonly Value[]>): RawBuilder<Value> {
  return sql<Value>`any(${values})`;
}

/**
 * Hides an array from PostgreSQL's planner. If the planner knows the length of the array, it estimates a lower cost than for
 * a generic plan, and plans a prepared statement for each execution.
 */
export function hideFromPlanner(values: Expression<readonly string[]>): RawBuilder<readonly string[]> {
  return sql<readonly string[]>`(SELECT ${values}::text[])::text[]`;
}

/** One value that is an array, for operators on arrays: Kysely would write a list of values. */
export function textArray(values: readonly string[] | Expression<readonly string[]>): RawBuilder<string[]> {
  return sql<string[]>`${values}::text[]`;
}

/** The condition for a filter that may be absent, to be spread into the conditions of `eb.and`. */
export function when<Value, Condition = Expression<SqlBool>>(
  value: Value | undefined,
  condition: (value: Value) => Condition,
): Condition[] {
  return value === undefined ? [] : [condition(value)];
}

/**
 * A condition from which PostgreSQL estimates no number of rows. For conditions such as `startedAt IS NULL` it estimates one
 * row in a table without statistics. A join of the thousands that there are then compares each with each.
 */
export function withoutEstimate(condition: Expression<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`CASE WHEN ${condition} THEN true ELSE false END`;
}

type Values<Value> = readonly Value[] | Expression<readonly Value[]>;

interface ArrayOf<Value> {
  type: RawBuilder<unknown>;
  values: Values<Value>;
}

/** Columns of `unnest`. */
export function texts<Value extends string | null>(values: Values<Value>): ArrayOf<Value> {
  return { type: sql`text`, values };
}

export function booleans<Value extends boolean | null>(values: Values<Value>): ArrayOf<Value> {
  return { type: sql`boolean`, values };
}

export function ints<Value extends number | null>(values: Values<Value>): ArrayOf<Value> {
  return { type: sql`int`, values };
}

export function floats<Value extends number | null>(values: Values<Value>): ArrayOf<Value> {
  return { type: sql`float`, values };
}

/** Integers of 64 bits, as text like the columns that the driver returns. */
export function bigints<Value extends string | null>(values: Values<Value>): ArrayOf<Value> {
  return { type: sql`bigint`, values };
}

export function timestamps<Value extends Date | null>(values: Values<Value>): ArrayOf<Value> {
  return { type: sql`timestamptz`, values };
}

export function enums<Name extends keyof Enums>(
  name: Name,
  values: Values<Enums[Name]>,
): ArrayOf<Enums[Name]> {
  return { type: sql.id(name), values };
}

/** A table of columns that are arrays of the same length, such as `unnest('v', { runId: texts(runIds) })`. */
export function unnest<Alias extends string, Row extends object>(
  alias: Alias,
  columns: { [Name in keyof Row]: ArrayOf<Row[Name]> },
): AliasedRawBuilder<Row, Alias> {
  const arrays = Object.values<ArrayOf<unknown>>(columns).map(
    ({ type, values }) => sql`${values}::${type}[]`,
  );
  const names = Object.keys(columns).map((name) => sql.id(name));
  return sql<Row>`unnest(${sql.join(arrays)})`.as<Alias>(sql`${sql.id(alias)}(${sql.join(names)})`);
}

type NewRow<Table> = {
  [Name in keyof Insertable<Table>]: Insertable<Table>[Name] | Expression<Insertable<Table>[Name]>;
};

/** Excludes names that are not columns. */
type Exact<Row, Columns> = Row & Record<Exclude<keyof Row, keyof Columns>, never>;

/**
 * Adds rows that a SELECT finds to an INSERT. Each column is written beside its value, so that both are checked; the
 * `columns` and `expression` of Kysely check only the names.
 */
export function insertFrom<
  Database,
  Table extends keyof Database,
  Result,
  SourceDatabase,
  Source extends keyof SourceDatabase,
  Row extends NewRow<Database[Table]>,
>(
  insert: InsertQueryBuilder<Database, Table, Result>,
  source: SelectQueryBuilder<SourceDatabase, Source, object>,
  row: (eb: ExpressionBuilder<SourceDatabase, Source>) => Exact<Row, NewRow<Database[Table]>>,
): InsertQueryBuilder<Database, Table, Result> {
  const values = Object.entries(row(expressionBuilder<SourceDatabase, Source>()));
  const selections = values.map(([name, value]) =>
    (isExpression(value) ? sql`${value}` : sql.val(value)).as(name),
  );
  return insert.columns(values.map(([name]) => name) as never).expression(source.select(selections));
}
