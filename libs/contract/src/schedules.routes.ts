import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { Job } from './jobs.schemas';
import { Paging } from './lists';
import { LIMITS } from './limits';
import { policy } from './policy';
import { defineRoutes } from './route';
import {
  CreateSchedule,
  NextTimes,
  OccurrenceList,
  PreviewSchedule,
  Schedule,
  ScheduleFilter,
  ScheduleList,
  UpdateSchedule,
} from './schedules.schemas';

const c = initContract();

export const schedules = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/schedules',
    summary: 'List schedules, with their next due times and their newest occurrence',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    query: ScheduleFilter,
    responses: { 200: ScheduleList },
  },
  create: {
    method: 'POST',
    path: '/v1/schedules',
    summary: 'Create a schedule: a job that runs by cron in a time zone, once, or at an interval in minutes',
    metadata: policy({
      scope: 'run',
      role: 'editor',
      bodyBytes: LIMITS.jobBodyBytes,
      audit: { action: 'schedule.create', target: 'response._id' },
    }),
    body: CreateSchedule,
    responses: { 201: Schedule },
  },
  preview: {
    method: 'GET',
    path: '/v1/schedules/preview',
    summary: 'Preview the next due times of a schedule before saving it',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    query: PreviewSchedule,
    responses: { 200: NextTimes },
  },
  get: {
    method: 'GET',
    path: '/v1/schedules/:scheduleId',
    summary: 'Read a schedule, with its next five due times and its newest occurrence',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('scheduleId'),
    responses: { 200: Schedule },
  },
  update: {
    method: 'PUT',
    path: '/v1/schedules/:scheduleId',
    summary: 'Change, pause or resume a schedule. Omitted fields stay unchanged',
    metadata: policy({
      scope: 'run',
      role: 'editor',
      bodyBytes: LIMITS.jobBodyBytes,
      audit: { action: 'schedule.update', target: 'params.scheduleId' },
    }),
    pathParams: idParams('scheduleId'),
    body: UpdateSchedule,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/schedules/:scheduleId',
    summary: 'Delete a schedule and its history. Jobs that it started continue',
    metadata: policy({
      scope: 'run',
      role: 'editor',
      audit: { action: 'schedule.remove', target: 'params.scheduleId' },
    }),
    pathParams: idParams('scheduleId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  run: {
    method: 'POST',
    path: '/v1/schedules/:scheduleId/run',
    summary: 'Run a schedule now. Its next due times stay unchanged',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'scoped',
      audit: { action: 'schedule.run', target: 'params.scheduleId' },
    }),
    pathParams: idParams('scheduleId'),
    body: c.noBody(),
    responses: { 201: Job },
  },
  listOccurrences: {
    method: 'GET',
    path: '/v1/schedules/:scheduleId/occurrences',
    summary: 'List the occurrences of a schedule, newest first',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('scheduleId'),
    query: Paging,
    responses: { 200: OccurrenceList },
  },
});
