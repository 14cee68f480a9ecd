import { initContract } from '@ts-rest/core';
import { jobArtifacts } from './artifacts.routes';
import { jobResults } from './results.routes';
import { jobFailures } from './failures.routes';
import { idParams } from './fields';
import { CreateJob, Job, JobFilter, JobList, UpdateAgents } from './jobs.schemas';
import { LIMITS } from './limits';
import { policy } from './policy';
import { defineRoutes } from './route';
import { rollouts } from './rollouts.routes';

const c = initContract();

const operations = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/jobs',
    summary: 'List jobs',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    query: JobFilter,
    responses: { 200: JobList },
  },
  create: {
    method: 'POST',
    path: '/v1/jobs',
    summary: 'Run a script, a devscript or code on a list of devices or on those that match a selector',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'scoped',
      bodyBytes: LIMITS.jobBodyBytes,
      audit: { action: 'job.create', target: 'response._id' },
    }),
    body: CreateJob,
    responses: { 201: Job },
  },
  updateAgents: {
    method: 'POST',
    path: '/v1/jobs/update',
    summary: 'Update the agents of devices to the version of the server, as a job',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      bodyBytes: LIMITS.jobBodyBytes,
      audit: { action: 'job.updateAgents', target: 'response._id' },
    }),
    body: UpdateAgents,
    responses: { 201: Job },
  },
  get: {
    method: 'GET',
    path: '/v1/jobs/:jobId',
    summary: 'Read a job, with the number of its runs per state',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('jobId'),
    responses: { 200: Job },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/jobs/:jobId',
    summary: 'Cancel and stop all runs of a job',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'scoped',
      audit: { action: 'job.stop', target: 'params.jobId' },
    }),
    pathParams: idParams('jobId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});

export const jobs = { ...operations, ...rollouts, ...jobFailures, ...jobArtifacts, ...jobResults };
