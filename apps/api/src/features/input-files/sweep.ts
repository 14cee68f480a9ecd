import { LIMITS } from '@drover/contract';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { AppContext } from '../../context/app-context';
import { now, secondsAgo } from '../../database/expressions';
import { db, execute, executeFirst } from '../../database/sql';
import { transact } from '../../database/transaction';

/** How long an upload may pause. */
const abandonedSeconds = 48 * 3600;

/** Most files that one transaction looks at. */
const maxRows = 100;

/** Deletes abandoned uploads, and files that no job has used for long and nothing names. */
export async function sweepInputFiles(context: AppContext): Promise<void> {
  while ((await deleteUnused(context)) === maxRows);
}

function deleteUnused({ pool }: AppContext): Promise<number> {
  return transact(pool, async (client) => {
    const unused = await execute(
      client,
      db
        .selectFrom('InputFile')
        .select(['id', 'accountId', 'sha256', 'completedAt'])
        .where((eb) =>
          eb.or([
            eb('usedAt', '<', secondsAgo(LIMITS.unusedInputFileSeconds)),
            eb.and([eb('usedAt', '<', secondsAgo(abandonedSeconds)), eb('completedAt', 'is', null)]),
          ]),
        )
        .orderBy('usedAt')
        .limit(maxRows)
        .forUpdate()
        .skipLocked(),
    );
    for (const { id, completedAt, ...content } of unused) {
      const isNamed = completedAt !== null && (await isReferred(client, content));
      const update = isNamed
        ? db.updateTable('InputFile').set({ usedAt: now }).where('id', '=', id)
        : db.deleteFrom('InputFile').where('id', '=', id);
      await execute(client, update);
    }
    return unused.length;
  });
}

/** Returns whether a preset, a schedule or saved values of the account refer to a content. */
async function isReferred(
  client: PoolClient,
  { accountId, sha256 }: { accountId: string; sha256: string },
): Promise<boolean> {
  const names = (json: unknown) => sql<boolean>`${json}::text LIKE ${`%${sha256}%`}`;
  const presets = db
    .selectFrom('Preset')
    .select('id')
    .where('accountId', '=', accountId)
    .where((eb) => names(eb.ref('request')));
  const schedules = db
    .selectFrom('Schedule')
    .select('id')
    .where('accountId', '=', accountId)
    .where((eb) => names(eb.ref('job')));
  const values = db
    .selectFrom('SavedValues')
    .select('scriptId as id')
    .where('accountId', '=', accountId)
    .where((eb) => names(eb.ref('values')));
  return (await executeFirst(client, presets.unionAll(schedules).unionAll(values).limit(1))) !== undefined;
}
