import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { CreateJob, Job, JobFilter, JobList } from './jobs.schemas';
import { policy } from './policy';
import { rollouts } from './rollouts.routes';

const c = initContract();

const operations = c.router({
  list: {
    method: 'GET',
    path: '/v1/jobs',
    summary: 'List jobs: what was asked for',
    metadata: policy({ scope: 'read' }),
    query: JobFilter,
    responses: { 200: JobList },
  },
  create: {
    method: 'POST',
    path: '/v1/jobs',
    summary: 'Run a script, a devscript or code on devices, named one by one or chosen by a selector',
    metadata: policy({ scope: 'run', audit: 'job.create' }),
    body: CreateJob,
    responses: { 201: Job },
  },
  get: {
    method: 'GET',
    path: '/v1/jobs/:jobId',
    summary: 'Read a job, with its runs counted by state',
    metadata: policy({ scope: 'read' }),
    pathParams: idParams('jobId'),
    responses: { 200: Job },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/jobs/:jobId',
    summary: 'Cancel and stop all runs of a job',
    metadata: policy({ scope: 'run', audit: 'job.stop' }),
    pathParams: idParams('jobId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});

export const jobs = c.router({ ...operations, ...rollouts });
