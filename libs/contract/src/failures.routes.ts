import { Failure, FailureFilter, FailureList, JobFailureFilter, JobFailureList } from './failures.schemas';
import { idParams } from './fields';
import { policy } from './policy';
import { defineRoutes } from './route';

export const failures = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/failures',
    summary: 'List groups of runs that failed in the same way, the last seen first',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    query: FailureFilter,
    responses: { 200: FailureList },
  },
  get: {
    method: 'GET',
    path: '/v1/failures/:failureId',
    summary: 'Read a failure group',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('failureId'),
    responses: { 200: Failure },
  },
});

export const jobFailures = defineRoutes({
  listFailures: {
    method: 'GET',
    path: '/v1/jobs/:jobId/failures',
    summary: 'List the failure groups of a job, those with most runs first',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('jobId'),
    query: JobFailureFilter,
    responses: { 200: JobFailureList },
  },
});
