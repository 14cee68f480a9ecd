import { type Job, REASONS } from '@drover/contract';
import type { DeviceScope } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { orNotFound } from '../../errors/api-error';
import { selectJobs, toJob } from '../../records/job-record';
import { scopeValues, type ScopeValues } from '../../records/device-scope';
import { abortRollout } from '../rollouts/rollouts';
import { stopRuns } from '../runs/stop';

const selectJob = defineStatement(
  ({ jobId, ...scope }: Placeholders<{ accountId: string; jobId: string } & ScopeValues>) =>
    selectJobs(scope).where('j.id', '=', jobId).where('j.accountId', '=', scope.accountId),
);

/** Returns a job that has a run in the scope, with the numbers of those runs. */
export async function getJob({ pool }: AppContext, scope: DeviceScope, jobId: string): Promise<Job> {
  const values = { accountId: scope.accountId, jobId, ...scopeValues(scope) };
  return toJob(orNotFound(await executeFirst(pool, prepared(selectJob(values)))));
}

/** Cancels and stops the runs of a job in the scope. A rollout with devices outside cannot be stopped. */
export async function removeJob(context: AppContext, scope: DeviceScope, jobId: string): Promise<void> {
  const { rollout } = await getJob(context, scope, jobId);
  if (rollout && rollout.state !== 'finished') {
    await abortRollout(context, { ...scope, jobId }, REASONS.stopped_on_request);
  }
  await stopRuns(context, scope, { jobId });
}
