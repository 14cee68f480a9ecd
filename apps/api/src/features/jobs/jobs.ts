import type { Job, JobFilter, JobList } from '@drover/contract';
import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { AppContext } from '../../context/app-context';
import { anyOf, enumValue, when } from '../../database/expressions';
import { listHistory, type Key, type Matches } from '../../database/history';
import { defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { orNotFound } from '../../errors/api-error';
import { selectJobs, selectJobSummaries, toJob, toJobSummary } from '../../records/job-record';
import { abortRollout } from '../rollouts/rollouts';
import { stopRuns } from '../runs/stop';

const selectSummaries = defineStatement(({ ids }: Placeholders<{ ids: string[] }>) =>
  selectJobSummaries.where('j.id', '=', anyOf(ids)),
);

export function listJobs(
  { pool }: AppContext,
  accountId: string,
  { limit, cursor, total, createdAfter, createdBefore, ...filter }: JobFilter,
): Promise<JobList> {
  return listHistory(
    pool,
    { limit, cursor, total, createdAfter, createdBefore },
    { ...matchesOf(accountId, filter), select: selectSummaries, item: toJobSummary },
  );
}

type JobConditions = Pick<JobFilter, 'scriptId' | 'kind' | 'trigger' | 'triggerId'>;

/** Chooses the index that finds the fewest jobs. What it does not contain is checked row by row. */
function matchesOf(accountId: string, { scriptId, kind, trigger, triggerId }: JobConditions): Matches<'Job'> {
  const eb = expressionBuilder<{ t: Tables['Job'] }, 't'>();
  const ofTrigger = when(trigger, (value) => eb('t.triggerKind', '=', enumValue('TriggerKind', value)));
  const ofScript = when(scriptId, (id) => eb('t.scriptId', '=', id));
  const [key, others]: [Key<'Job'>[], Expression<SqlBool>[]] =
    triggerId !== undefined
      ? [[['triggerId', triggerId]], [...ofTrigger, ...ofScript]]
      : scriptId !== undefined
        ? [[['scriptId', scriptId]], ofTrigger]
        : [trigger === undefined ? [] : [['triggerKind', enumValue('TriggerKind', trigger)]], []];
  return {
    table: 'Job',
    branches: [{ keys: [['accountId', accountId], ...key] }],
    filter: [...others, ...when(kind, (value) => eb('t.kind', '=', enumValue('JobKind', value)))],
  };
}

const selectJob = defineStatement(
  ({ accountId, jobId }: Placeholders<{ accountId: string; jobId: string }>) =>
    selectJobs.where('j.id', '=', jobId).where('j.accountId', '=', accountId),
);

export async function getJob({ pool }: AppContext, accountId: string, jobId: string): Promise<Job> {
  return toJob(orNotFound(await executeFirst(pool, prepared(selectJob({ accountId, jobId })))));
}

/** Cancels and stops all runs of a job. */
export async function removeJob(context: AppContext, accountId: string, jobId: string): Promise<void> {
  const select = { rollout: { select: { state: true } } };
  const { rollout } = orNotFound(
    await context.prisma.job.findFirst({ where: { id: jobId, accountId }, select }),
  );
  if (rollout && rollout.state !== 'finished') {
    await abortRollout(context, { accountId, jobId }, 'stopped on request');
  }
  await stopRuns(context, { accountId, jobId });
}
