import type { Job, JobFilter, JobList, Paging } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { when } from '../../database/expressions';
import { defineList, listPage } from '../../database/lists';
import { defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { orNotFound } from '../../errors/api-error';
import { selectJobs, selectJobSummaries, toJob, toJobSummary } from '../../records/job-record';
import { abortRollout } from '../rollouts/rollouts';
import { stopRuns } from '../runs/stop';

type JobConditions = { accountId: string } & Omit<JobFilter, keyof Paging>;

const selectJobsBy = defineList((filter: Placeholders<JobConditions>) =>
  selectJobSummaries.where((eb) =>
    eb.and([
      eb('j.accountId', '=', filter.accountId),
      ...when(filter.scriptId, (scriptId) => eb('j.scriptId', '=', scriptId)),
      ...when(filter.kind, (kind) => eb('j.kind', '=', kind)),
    ]),
  ),
);

export function listJobs(
  { pool }: AppContext,
  accountId: string,
  { limit, cursor, total, ...filter }: JobFilter,
): Promise<JobList> {
  const rows = selectJobsBy(pool, { accountId, ...filter });
  return listPage({ limit, cursor, total }, { ...rows, item: toJobSummary });
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
