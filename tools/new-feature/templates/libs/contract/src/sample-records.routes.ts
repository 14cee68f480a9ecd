import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { Paging } from './lists';
import { policy } from './policy';
import { defineRoutes } from './route';
import {
  CreateSampleRecord,
  SampleRecord,
  SampleRecordList,
  UpdateSampleRecord,
} from './sample-records.schemas';

const c = initContract();

export const sampleRecords = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/sample-records',
    summary: 'List sample records',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    query: Paging,
    responses: { 200: SampleRecordList },
  },
  create: {
    method: 'POST',
    path: '/v1/sample-records',
    summary: 'Create a sample record',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'sample-record.create', target: 'response._id' },
    }),
    body: CreateSampleRecord,
    responses: { 201: SampleRecord },
  },
  get: {
    method: 'GET',
    path: '/v1/sample-records/:sampleRecordId',
    summary: 'Read a sample record',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('sampleRecordId'),
    responses: { 200: SampleRecord },
  },
  update: {
    method: 'PUT',
    path: '/v1/sample-records/:sampleRecordId',
    summary: 'Change a sample record',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'sample-record.update', target: 'params.sampleRecordId' },
    }),
    pathParams: idParams('sampleRecordId'),
    body: UpdateSampleRecord,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/sample-records/:sampleRecordId',
    summary: 'Delete a sample record',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'sample-record.remove', target: 'params.sampleRecordId' },
    }),
    pathParams: idParams('sampleRecordId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
