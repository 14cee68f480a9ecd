import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Compilable,
  type CompiledQuery,
  type DeleteResult,
  type Expression,
  type InsertResult,
  type UpdateResult,
} from 'kysely';
import type { ClientBase, Pool } from 'pg';
import type { Prisma } from './client/client';
import { encodeArray } from './encode-array';
import type { Tables } from './tables';

/** Refuses the `execute` of Kysely's builders, which have no connection. */
class NoConnection extends DummyDriver {
  override acquireConnection(): Promise<never> {
    throw new Error('A statement has no connection of its own. Run it with execute(client, statement).');
  }
}

/** Builds typed statements, which `execute` runs. */
export const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new NoConnection(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Runs statements: the pool, one of its connections in a transaction, or a transaction of Prisma. */
export type SqlClient = Pool | ClientBase | Prisma.TransactionClient;

/** A statement, and its name if connections prepare it. */
export interface Statement<Row> extends Compilable<Row> {
  preparedName?: string;
}

/** A statement without RETURNING has no rows. */
export type RowOf<Row> = Row extends InsertResult | UpdateResult | DeleteResult ? never : Row;

/** Runs a statement and returns its rows. */
export async function execute<Row>(client: SqlClient, statement: Statement<Row>): Promise<RowOf<Row>[]> {
  const { text, values, name } = toQuery(statement);
  if (isPrisma(client)) return client.$queryRawUnsafe<RowOf<Row>[]>(text, ...values);
  return (await client.query({ text, values, name })).rows as RowOf<Row>[];
}

/** Runs a statement and returns its first row, or undefined if it has none. */
export async function executeFirst<Row>(
  client: SqlClient,
  statement: Statement<Row>,
): Promise<RowOf<Row> | undefined> {
  return (await execute(client, statement))[0];
}

/** Runs a statement and returns the number of rows that it inserted, updated or deleted. */
export async function executeCount(client: SqlClient, statement: Statement<unknown>): Promise<number> {
  const { text, values, name } = toQuery(statement);
  if (isPrisma(client)) return client.$executeRawUnsafe(text, ...values);
  return (await client.query({ text, values, name })).rowCount ?? 0;
}

function isPrisma(client: SqlClient): client is Prisma.TransactionClient {
  return '$queryRawUnsafe' in client;
}

function toQuery(statement: Statement<unknown>): { text: string; values: unknown[]; name?: string } {
  const { sql: text, parameters } = statement.compile();
  return { text, values: parameters.map(encodeArray), name: statement.preparedName };
}

/** The texts of prepared statements come from the code alone, so their number is limited. */
const preparedNames = new Map<string, string>();

function preparedNameOf(text: string): string {
  const name = preparedNames.get(text) ?? `drover_${preparedNames.size + 1}`;
  preparedNames.set(text, name);
  return name;
}

/**
 * Has each connection parse and plan the statement only once. Use it for a statement that runs often and finds its rows
 * in the same way whatever the values are.
 */
export function prepared<Row>(statement: Statement<Row>): Statement<Row> {
  const compiled = statement.compile();
  return { preparedName: preparedNameOf(compiled.sql), compile: () => compiled };
}

/** The parameters of a statement from `defineStatement`. */
export type Placeholders<Values> = {
  readonly [Name in keyof Values]: Expression<Exclude<Values[Name], undefined>>;
};

class Placeholder {
  constructor(readonly name: string) {}
}

/**
 * Builds a statement once, for hot paths: building one takes 10 to 100 µs, filling in its values about one. Values that
 * are absent have no placeholder, so a statement with optional parts is built once for each combination of them.
 */
export function defineStatement<Values extends object, Row>(
  build: (placeholders: Placeholders<Values>) => Compilable<Row>,
): (values: Values) => Statement<Row> {
  const templates = new Map<string, CompiledQuery<Row>>();
  return (values) => {
    const names = Object.keys(values).filter((name) => values[name as keyof Values] !== undefined);
    const shape = names.join();
    const template = templates.get(shape) ?? build(placeholdersFor<Values>(names)).compile();
    templates.set(shape, template);
    const { parameters, ...compiled } = template;
    const bound = parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    );
    return { compile: () => ({ ...compiled, parameters: bound }) };
  };
}

function placeholdersFor<Values>(names: string[]): Placeholders<Values> {
  const placeholders = names.map((name) => [name, sql.val(new Placeholder(name))] as const);
  return Object.fromEntries(placeholders) as unknown as Placeholders<Values>;
}
