import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { Job } from './jobs.schemas';
import { policy } from './policy';
import { defineRoutes } from './route';
import { RerunJob, UpdateRollout } from './rollouts.schemas';

const c = initContract();

/** The operations on the rollout of a job. */
export const rollouts = defineRoutes({
  updateRollout: {
    method: 'PUT',
    path: '/v1/jobs/:jobId/rollout',
    summary: 'Pause, resume or abort the rollout of a job. Aborting cancels held runs; running ones continue',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'scoped',
      audit: { action: 'job.rollout', target: 'params.jobId' },
    }),
    pathParams: idParams('jobId'),
    body: UpdateRollout,
    responses: { 204: c.noBody() },
  },
  rerun: {
    method: 'POST',
    path: '/v1/jobs/:jobId/rerun',
    summary:
      'Repeat a job as a new job, on the devices where it failed, where it expired, on all, or on those of one failure group',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'scoped',
      audit: { action: 'job.rerun', target: 'params.jobId' },
    }),
    pathParams: idParams('jobId'),
    body: RerunJob,
    responses: { 201: Job },
  },
});
