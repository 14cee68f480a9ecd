import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { policy } from './policy';
import { ResultFilter, ResultList, RunResult } from './results.schemas';
import { defineRoutes } from './route';

const c = initContract();

export const results = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/results',
    summary: 'List the results of runs, those of the newest runs first',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    query: ResultFilter,
    responses: { 200: ResultList },
  },
});

/** Routes of jobs. */
export const jobResults = defineRoutes({
  getSchema: {
    method: 'GET',
    path: '/v1/jobs/:jobId/result-schema',
    summary: 'Download the schema that the results of a job are checked against',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('jobId'),
    responses: { 200: c.otherResponse({ contentType: 'application/json', body: c.type<unknown>() }) },
  },
});

export const runResults = defineRoutes({
  getResult: {
    method: 'GET',
    path: '/v1/runs/:runId/result',
    summary: 'Read the result of a run',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('runId'),
    responses: { 200: RunResult },
  },
});
