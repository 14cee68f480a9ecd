import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { Job } from './jobs.schemas';
import { policy } from './policy';
import { RerunJob, UpdateRollout } from './rollouts.schemas';

const c = initContract();

/** What a job takes beside its own operations. */
export const rollouts = c.router({
  updateRollout: {
    method: 'PUT',
    path: '/v1/jobs/:jobId/rollout',
    summary:
      'Pause the roll-out of a job, let it go on, or abort it: what waits is canceled, what runs goes on',
    metadata: policy({ scope: 'run', audit: 'job.rollout' }),
    pathParams: idParams('jobId'),
    body: UpdateRollout,
    responses: { 204: c.noBody() },
  },
  rerun: {
    method: 'POST',
    path: '/v1/jobs/:jobId/rerun',
    summary: 'Run a job again where it failed, where no device had it in time, or everywhere, as a new job',
    metadata: policy({ scope: 'run', audit: 'job.rerun' }),
    pathParams: idParams('jobId'),
    body: RerunJob,
    responses: { 201: Job },
  },
});
