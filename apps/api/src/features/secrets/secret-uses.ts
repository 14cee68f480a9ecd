import type { SecretUse } from '@drover/contract';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { anyOf, textArray } from '../../database/expressions';
import { db, execute, executeCount } from '../../database/sql';

/** The number of uses that are listed of one secret. */
const maxUses = 100;

/** JSON of PostgreSQL keeps its text, in which a reference is written like this. Quotes inside of strings have a backslash. */
const reference = '"\\$secret"\\s*:\\s*"([A-Z_][A-Z0-9_]*)"';

/** Finds the presets, schedules and saved inputs of an account that refer to secrets, by the name of the secret. */
export async function findSecretUses(
  pool: Pool,
  accountId: string,
  names: string[],
): Promise<Map<string, SecretUse[]>> {
  const uses = new Map(names.map((name): [string, SecretUse[]] => [name, []]));
  if (names.length === 0) return uses;
  const rows = await execute(pool, selectUses(accountId, names));
  for (const { secret, kind, id, name } of rows) uses.get(secret)?.push({ kind, _id: id, name });
  return uses;
}

function selectUses(accountId: string, names: string[]) {
  const presets = db
    .selectFrom('Preset as p')
    .where('p.accountId', '=', accountId)
    .select((eb) => [kindOf('preset'), 'p.id', 'p.name', asText(eb.ref('p.request')).as('body')]);
  const schedules = db
    .selectFrom('Schedule as s')
    .where('s.accountId', '=', accountId)
    .select((eb) => [kindOf('schedule'), 's.id', 's.name', asText(eb.ref('s.job')).as('body')]);
  const scripts = db
    .selectFrom('SavedValues as v')
    .innerJoin('Script as t', 't.id', 'v.scriptId')
    .where('v.accountId', '=', accountId)
    .select((eb) => [kindOf('script'), 't.id', 't.name', asText(eb.ref('v.values')).as('body')]);
  const devscripts = db
    .selectFrom('SavedValues as v')
    .innerJoin('Devscript as d', 'd.id', 'v.scriptId')
    .where('v.accountId', '=', accountId)
    .select((eb) => [kindOf('devscript'), 'd.id', 'd.name', asText(eb.ref('v.values')).as('body')]);
  const found = db
    .selectFrom(presets.unionAll(schedules).unionAll(scripts).unionAll(devscripts).as('u'))
    .where('u.body', 'like', '%"$secret"%')
    .select(({ ref }) => [
      'u.kind',
      'u.id',
      'u.name',
      sql<string>`(regexp_matches(${ref('u.body')}, ${reference}, 'g'))[1]`.as('secret'),
    ])
    .distinct();
  const ranked = db
    .selectFrom(found.as('f'))
    .where('f.secret', '=', anyOf(textArray(names)))
    .select(['f.secret', 'f.kind', 'f.id', 'f.name'])
    .select(sql<number>`row_number() OVER (PARTITION BY f.secret ORDER BY f.kind, f.name, f.id)`.as('rank'));
  return db
    .selectFrom(ranked.as('r'))
    .where('r.rank', '<=', maxUses)
    .select(['r.secret', 'r.kind', 'r.id', 'r.name'])
    .orderBy('r.secret')
    .orderBy('r.rank');
}

const kindOf = (kind: SecretUse['kind']) => sql<SecretUse['kind']>`${kind}::text`.as('kind');

const asText = (json: unknown) => sql<string>`${json}::text`;

/** Records that runs got the values. A minute is exact enough, and spares the row that all runs share. */
export async function recordSecretUse(pool: Pool, ids: string[]): Promise<void> {
  const stale = db
    .selectFrom('Secret')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where((eb) =>
      eb.or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<', sql<Date>`now() - interval '1 minute'`)]),
    )
    .forUpdate()
    .skipLocked();
  await executeCount(
    pool,
    db
      .updateTable('Secret')
      .set({ lastUsedAt: sql<Date>`now()` })
      .where('id', 'in', stale),
  );
}
