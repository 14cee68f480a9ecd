import type { Project } from '@drover/contract';
import type { ExpressionBuilder } from 'kysely';
import type { DeviceScope } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { isInScope, scopeValues, type ScopeValues } from '../../records/device-scope';
import { enumValue } from '../../database/expressions';
import { db, defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { orNotFound } from '../../errors/api-error';
import { readProject } from '../devscripts/projects';
import { isVariantOfRun } from '../../records/run-variant';

/** The code that was replaced after the run was sent. Code is only replaced while no run that was sent is open. */
const formerCode = (eb: ExpressionBuilder<Tables & { r: Tables['Run'] }, 'r'>) =>
  eb
    .selectFrom('FormerCode as f')
    .select('f.sha256')
    .whereRef('f.jobId', '=', 'r.jobId')
    .whereRef('f.replacedAt', '>=', (run) => run.fn.coalesce('r.sentAt', 'r.createdAt'))
    .orderBy('f.replacedAt')
    .limit(1);

const selectCode = defineStatement(
  ({ runId, ...scope }: Placeholders<{ accountId: string; runId: string } & ScopeValues>) =>
    db
      .selectFrom('Run as r')
      .innerJoin('Job as j', 'j.id', 'r.jobId')
      .leftJoin('JobVariant as k', (join) => join.on(isVariantOfRun))
      .innerJoin('Content as c', (join) =>
        join.on(({ eb, fn, ref }) =>
          eb('c.sha256', '=', fn.coalesce('k.codeSha256', formerCode(eb), ref('j.codeSha256'))),
        ),
      )
      .leftJoin('Script as s', 's.id', 'j.scriptId')
      .leftJoin('ProjectBuild as b', (join) =>
        join
          .onRef('b.codeSha256', '=', 'c.sha256')
          .on(({ eb, fn, ref }) => eb('b.devscriptId', '=', fn.coalesce('s.devscriptId', ref('j.scriptId')))),
      )
      .select(['c.bytes', 'b.sourcesSha256'])
      .where('r.id', '=', runId)
      .where('r.accountId', '=', scope.accountId)
      .where(({ and, ref }) => and(isInScope(ref('r.deviceId'), scope)))
      // The archive of an agent is no text.
      .where('j.kind', '!=', enumValue('JobKind', 'update'))
      // A published script may be somebody else's, whose code its users cannot read.
      .where(({ eb, or }) =>
        or([eb('j.kind', '!=', enumValue('JobKind', 'script')), eb('s.accountId', '=', scope.accountId)]),
      ),
);

/** Returns the code that a run had, unless it is an update or a published script of another account. */
export async function getRunCode(context: AppContext, ids: DeviceScope & { runId: string }): Promise<Buffer> {
  return Buffer.from((await findCode(context, ids)).bytes);
}

/** Returns the source files that the code of a run was built from, if its code can be read. */
export async function getRunProject(
  context: AppContext,
  ids: DeviceScope & { runId: string },
): Promise<Project> {
  return readProject(context, orNotFound((await findCode(context, ids)).sourcesSha256));
}

async function findCode({ pool }: AppContext, { runId, ...scope }: DeviceScope & { runId: string }) {
  const values = { accountId: scope.accountId, runId, ...scopeValues(scope) };
  return orNotFound(await executeFirst(pool, prepared(selectCode(values))));
}
