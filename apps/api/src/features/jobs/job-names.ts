import type { JobFilter } from '@drover/contract';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { texts, unnest, when } from '../../database/expressions';
import { inIndexOrder, type Slice } from '../../database/history';
import { escapeLike } from '../../database/lists';
import { db } from '../../database/sql';
import { executeWith } from '../../database/transaction';

/** The most distinct job names that one request searches. */
const searchedNames = 1000;
/** The most matching names for which jobs are read by name. If more names match, many jobs do, so the newest are scanned. */
const fewNames = 20;

type Conditions = Pick<JobFilter, 'name' | 'scriptId' | 'triggerId' | 'state'>;

/**
 * Returns the names of jobs that contain a text, or undefined if another index of jobs is better. Reads one index entry per
 * name, however many jobs have it.
 */
export async function findFewNames(
  pool: Pool,
  accountId: string,
  { name, scriptId, triggerId, state }: Conditions,
): Promise<string[] | undefined> {
  if (name === undefined || scriptId !== undefined || triggerId !== undefined || state) return undefined;
  const statement = sql<{ name: string; isMatch: boolean }>`
    WITH RECURSIVE names AS (
      (SELECT name, 1 AS number FROM "Job" WHERE "accountId" = ${accountId} ORDER BY name LIMIT 1)
      UNION ALL
      SELECT next.name, names.number + 1 FROM names CROSS JOIN LATERAL (
        SELECT name FROM "Job" WHERE "accountId" = ${accountId} AND name > names.name ORDER BY name LIMIT 1
      ) next WHERE names.number <= ${searchedNames}
    )
    SELECT name, name ILIKE ${`%${escapeLike(name)}%`} AS "isMatch" FROM names`;
  const rows = await executeWith(pool, inIndexOrder, { compile: () => statement.compile(db) });
  const names = rows.filter(({ isMatch }) => isMatch).map((row) => row.name);
  return rows.length > searchedNames || names.length > fewNames ? undefined : names;
}

/** Selects the newest jobs that have one of these names. */
export function selectIdsByName(accountId: string, names: string[], { from, below, size }: Slice) {
  return db
    .selectFrom(unnest('n', { name: texts(names) }))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('Job as named')
          .select('named.id')
          .where('named.accountId', '=', accountId)
          .whereRef('named.name', '=', 'n.name')
          .where((inner) =>
            inner.and([
              ...when(from, (id) => inner('named.id', '>=', id)),
              ...when(below, (id) => inner('named.id', '<', id)),
            ]),
          )
          .orderBy('named.id', (order) => order.desc().nullsLast())
          .limit(size)
          .as('j'),
      (join) => join.onTrue(),
    )
    .select('j.id')
    .orderBy('j.id', 'desc')
    .limit(size);
}
