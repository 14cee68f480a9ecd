import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { CreateJob, Job, JobFilter, JobList, StopRuns } from './jobs.schemas';
import { listOf } from './lists';
import { policy } from './policy';
import { RerunJob, UpdateRollout } from './rollouts.schemas';
import { LogFilter, LogPage, Run, RunFilter } from './runs.schemas';
import { EventFilter } from './events.schemas';

const c = initContract();

export const jobs = c.router({
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

export const events = c.router({
  stream: {
    method: 'GET',
    path: '/v1/events',
    summary: 'Device and run changes, log lines and messages as they happen; resumes by Last-Event-ID',
    metadata: policy({ scope: 'read' }),
    query: EventFilter,
    responses: { 200: c.otherResponse({ contentType: 'text/event-stream', body: c.type<unknown>() }) },
  },
});
