import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { Job } from './jobs.schemas';
import { Paging } from './lists';
import { policy } from './policy';
import {
  CreateSchedule,
  NextTimes,
  OccurrenceList,
  PreviewSchedule,
  Schedule,
  ScheduleList,
  UpdateSchedule,
} from './schedules.schemas';

const c = initContract();

export const schedules = c.router({
  list: {
    method: 'GET',
    path: '/v1/schedules',
    summary: 'List schedules: what runs by itself, when it is due next, and what became of it last',
    metadata: policy({ scope: 'read' }),
    query: Paging,
    responses: { 200: ScheduleList },
  },
  create: {
    method: 'POST',
    path: '/v1/schedules',
    summary: 'Let a job run by itself: by cron in a time zone, once at a time, or every so many minutes',
    metadata: policy({ scope: 'run', audit: 'schedule.create' }),
    body: CreateSchedule,
    responses: { 201: Schedule },
  },
  preview: {
    method: 'GET',
    path: '/v1/schedules/preview',
    summary: 'Read when a schedule would be due next, before it is kept',
    metadata: policy({ scope: 'read' }),
    query: PreviewSchedule,
    responses: { 200: NextTimes },
  },
  get: {
    method: 'GET',
    path: '/v1/schedules/:scheduleId',
    summary: 'Read a schedule, with its next five times and its newest occurrence',
    metadata: policy({ scope: 'read' }),
    pathParams: idParams('scheduleId'),
    responses: { 200: Schedule },
  },
  update: {
    method: 'PUT',
    path: '/v1/schedules/:scheduleId',
    summary: 'Change, pause or resume a schedule; what is left out stays as it is',
    metadata: policy({ scope: 'run', audit: 'schedule.update' }),
    pathParams: idParams('scheduleId'),
    body: UpdateSchedule,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/schedules/:scheduleId',
    summary: 'Delete a schedule with its history; jobs that it started go on',
    metadata: policy({ scope: 'run', audit: 'schedule.remove' }),
    pathParams: idParams('scheduleId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  run: {
    method: 'POST',
    path: '/v1/schedules/:scheduleId/run',
    summary: 'Run it now, whatever its times; the next ones stay as they are',
    metadata: policy({ scope: 'run', audit: 'schedule.run' }),
    pathParams: idParams('scheduleId'),
    body: c.noBody(),
    responses: { 201: Job },
  },
  listOccurrences: {
    method: 'GET',
    path: '/v1/schedules/:scheduleId/occurrences',
    summary: 'List the times at which it was due, newest first, and what became of each',
    metadata: policy({ scope: 'read' }),
    pathParams: idParams('scheduleId'),
    query: Paging,
    responses: { 200: OccurrenceList },
  },
});
