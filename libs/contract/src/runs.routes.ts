import { initContract } from '@ts-rest/core';
import { runArtifacts } from './artifacts.routes';
import { idParams } from './fields';
import { LIMITS } from './limits';
import { policy } from './policy';
import { Project } from './projects.schemas';
import { runResults } from './results.routes';
import { defineRoutes } from './route';
import {
  AdjacentRuns,
  LatestRunFilter,
  LatestRunList,
  LogFilter,
  LogPage,
  Run,
  RunFilter,
  RunList,
  StopRuns,
} from './runs.schemas';

const c = initContract();

const operations = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/runs',
    summary: 'List runs',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    query: RunFilter,
    responses: { 200: RunList },
  },
  listLatest: {
    method: 'GET',
    path: '/v1/latest-runs',
    summary: 'List the latest run of each of several devices',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    query: LatestRunFilter,
    responses: { 200: LatestRunList },
  },
  get: {
    method: 'GET',
    path: '/v1/runs/:runId',
    summary: 'Read a run',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('runId'),
    responses: { 200: Run },
  },
  stop: {
    method: 'POST',
    path: '/v1/runs/stop',
    summary:
      'Cancel or stop the runs of one script or of all, on a list of devices or on those that match a selector',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'scoped',
      bodyBytes: LIMITS.jobBodyBytes,
      audit: { action: 'run.stop', target: null },
    }),
    body: StopRuns,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/runs/:runId',
    summary: 'Cancel or stop a run',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'scoped',
      audit: { action: 'run.stop', target: 'params.runId' },
    }),
    pathParams: idParams('runId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  getCode: {
    method: 'GET',
    path: '/v1/runs/:runId/code',
    summary: "Download the code of a run's job. The code of published scripts is not readable",
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('runId'),
    responses: { 200: c.otherResponse({ contentType: 'application/javascript', body: c.type<unknown>() }) },
  },
  getProject: {
    method: 'GET',
    path: '/v1/runs/:runId/project',
    summary: "Read the source files that the code of a run's job was built from",
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('runId'),
    responses: { 200: Project },
  },
  getAdjacent: {
    method: 'GET',
    path: '/v1/runs/:runId/adjacent',
    summary: 'Find the previous and the next run of the same script on the same device',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('runId'),
    responses: { 200: AdjacentRuns },
  },
  listLogs: {
    method: 'GET',
    path: '/v1/runs/:runId/logs',
    summary: "Read a run's log in order, starting after the line number `after`",
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('runId'),
    query: LogFilter,
    responses: { 200: LogPage },
  },
});

export const runs = { ...operations, ...runResults, ...runArtifacts };
