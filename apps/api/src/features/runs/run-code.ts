import type { AppContext } from '../../context/app-context';
import { enumValue } from '../../database/expressions';
import { db, defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { orNotFound } from '../../errors/api-error';

const selectCode = defineStatement(
  ({ accountId, runId }: Placeholders<{ accountId: string; runId: string }>) =>
    db
      .selectFrom('Run as r')
      .innerJoin('Job as j', 'j.id', 'r.jobId')
      .innerJoin('Content as c', 'c.sha256', 'j.codeSha256')
      .select('c.bytes')
      .where('r.id', '=', runId)
      .where('r.accountId', '=', accountId)
      // Published scripts may be somebody else's.
      .where('j.kind', '!=', enumValue('JobKind', 'script')),
);

/** Returns the code of a run's job. */
export async function getRunCode(
  { pool }: AppContext,
  ids: { accountId: string; runId: string },
): Promise<Buffer> {
  return Buffer.from(orNotFound(await executeFirst(pool, prepared(selectCode(ids)))).bytes);
}
