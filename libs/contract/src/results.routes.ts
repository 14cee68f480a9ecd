import { idParams } from './fields';
import { policy } from './policy';
import { ResultFilter, ResultList, RunResult } from './results.schemas';
import { defineRoutes } from './route';

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
