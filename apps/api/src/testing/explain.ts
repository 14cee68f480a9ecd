import type { Pool } from 'pg';
import type { AppContext } from '../context/app-context';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Plan[];
}

/** What one statement read. */
export interface Reading {
  text: string;
  /** The largest number of rows of one table. */
  rows: number;
  /** The largest number of pairs of rows that a join compared in vain. */
  pairs: number;
  scans: string[];
  /** Pages of tables and indexes. An index condition may skip entries that are not in `rows`. */
  pages: number;
  /** Whether PostgreSQL compiled the statement, which takes tens of milliseconds. */
  isCompiled: boolean;
}

interface Explanation {
  Plan: Plan;
  JIT?: object;
}

function readingOf(text: string, { Plan: plan, JIT: compilation }: Explanation, tables: string[]): Reading {
  const rowsOf = new Map<string, number>();
  const scans: string[] = [];
  let pairs = 0;
  const visit = (part: Plan) => {
    part.Plans?.forEach(visit);
    pairs = Math.max(pairs, (part['Rows Removed by Join Filter'] ?? 0) * part['Actual Loops']);
    const table = part['Relation Name'] ?? '';
    if (!tables.includes(table)) return;
    const removed = (part['Rows Removed by Filter'] ?? 0) + (part['Rows Removed by Index Recheck'] ?? 0);
    const rows = (part['Actual Rows'] + removed) * part['Actual Loops'];
    rowsOf.set(table, (rowsOf.get(table) ?? 0) + rows);
    scans.push(`${part['Node Type']} on ${table}`);
  };
  visit(plan);
  const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  return {
    ...{ text, pages, pairs, scans, isCompiled: compilation !== undefined },
    rows: Math.max(0, ...rowsOf.values()),
  };
}

type Query = { text: string; values: unknown[] };

const savepoint = 'explained';

/**
 * Runs work of a feature and explains each statement that it sends, in the same transaction. `tables` are those whose rows
 * and scans count. What a statement that changes rows did while it was explained is undone before it runs.
 */
export async function explainStatements(
  context: AppContext,
  tables: string[],
  work: (context: AppContext) => Promise<unknown>,
): Promise<Reading[]> {
  const readings: Reading[] = [];
  const query = async (client: Pick<Pool, 'query'>, statement: Query | string) => {
    if (typeof statement === 'string') return client.query(statement);
    const { text, values } = statement;
    await client.query(`SAVEPOINT ${savepoint}`);
    const { rows } = await client.query<{ 'QUERY PLAN': Explanation[] }>({
      text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    });
    readings.push(readingOf(text, rows[0]['QUERY PLAN'][0], tables));
    await client.query(`ROLLBACK TO SAVEPOINT ${savepoint}`);
    return client.query({ text, values });
  };
  const inTransaction = async (statement: Query | string) => {
    const client = await context.pool.connect();
    try {
      await client.query('BEGIN');
      const result = await query(client, statement);
      await client.query('COMMIT');
      return result;
    } finally {
      client.release();
    }
  };
  const recorder = {
    query: inTransaction,
    async connect() {
      const client = await context.pool.connect();
      let previous: Promise<unknown> = Promise.resolve();
      return {
        // A statement that is sent before the response to the previous one is explained after it.
        query(statement: Query | string) {
          const result = previous.then(() => query(client, statement));
          previous = result.catch(() => undefined);
          return result;
        },
        release: () => client.release(),
      };
    },
  } as unknown as Pool;
  await work({ ...context, pool: recorder });
  return readings;
}
