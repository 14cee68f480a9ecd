import { type Job, REASONS } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { orNotFound } from '../../errors/api-error';
import { selectJobs, toJob } from '../../records/job-record';
import { abortRollout } from '../rollouts/rollouts';
import { stopRuns } from '../runs/stop';

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
    await abortRollout(context, { accountId, jobId }, REASONS.stopped_on_request);
  }
  await stopRuns(context, { accountId, jobId });
}
