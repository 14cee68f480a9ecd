import type { AppContext } from '../../context/app-context';
import { anyOf } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { ApiError } from '../../errors/api-error';

/** A script or devscript that an account may run. */
interface Runnable {
  id: string;
  name: string;
}

/** Fails unless the id is that of a devscript of the account or of a script in its library. */
export async function requireRunnable(
  context: AppContext,
  accountId: string,
  scriptId: string,
): Promise<void> {
  const [runnable] = await findRunnables(context, accountId, [scriptId]);
  if (runnable) return;
  throw new ApiError('notFound', {
    message: 'The script does not exist or is not in your library. Nothing was changed.',
    errors: [{ path: 'scriptId', message: 'must be the id of a script of your library, or of a devscript' }],
  });
}

/** Returns those of the scripts and devscripts that the account may run. */
export async function findRunnables(
  { pool }: AppContext,
  accountId: string,
  ids: string[],
): Promise<Runnable[]> {
  if (ids.length === 0) return [];
  const devscripts = db
    .selectFrom('Devscript')
    .select(['id', 'name'])
    .where('accountId', '=', accountId)
    .where('id', '=', anyOf(ids));
  const scripts = db
    .selectFrom('Script as s')
    .innerJoin('LibraryEntry as l', 'l.scriptId', 's.id')
    .select(['s.id', 's.name'])
    .where('l.accountId', '=', accountId)
    .where('s.id', '=', anyOf(ids));
  return execute(pool, devscripts.unionAll(scripts));
}
