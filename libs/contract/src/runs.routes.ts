import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { listOf } from './lists';
import { policy } from './policy';
import { LogFilter, LogPage, Run, RunFilter, StopRuns } from './runs.schemas';

const c = initContract();

export const runs = c.router({
  list: {
    method: 'GET',
    path: '/v1/runs',
    summary: 'List runs: what became of it, device by device',
    metadata: policy({ scope: 'read' }),
    query: RunFilter,
    responses: { 200: listOf(Run) },
  },
  get: {
    method: 'GET',
    path: '/v1/runs/:runId',
    summary: 'Read a run',
    metadata: policy({ scope: 'read' }),
    pathParams: idParams('runId'),
    responses: { 200: Run },
  },
  stop: {
    method: 'POST',
    path: '/v1/runs/stop',
    summary:
      'Cancel and stop what runs on devices, of one script or all, named one by one or chosen by a selector',
    metadata: policy({ scope: 'run', audit: 'run.stop' }),
    body: StopRuns,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/runs/:runId',
    summary: 'Cancel or stop a run',
    metadata: policy({ scope: 'run', audit: 'run.stop' }),
    pathParams: idParams('runId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  listLogs: {
    method: 'GET',
    path: '/v1/runs/:runId/logs',
    summary: "Read a run's log, in order, from after the line with number `after`",
    metadata: policy({ scope: 'read' }),
    pathParams: idParams('runId'),
    query: LogFilter,
    responses: { 200: LogPage },
  },
});
