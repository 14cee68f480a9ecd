import { initContract } from '@ts-rest/core';
import {
  CreatedEnrolmentKey,
  CreateEnrolment,
  CreateEnrolmentKey,
  Enrolment,
  EnrolmentKeyList,
} from './enrolments.schemas';
import { idParams } from './fields';
import { Paging } from './lists';
import { policy } from './policy';

const c = initContract();

export const enrolmentKeys = c.router({
  list: {
    method: 'GET',
    path: '/v1/enrolment-keys',
    summary: 'List enrolment keys that can still be used',
    metadata: policy({ scope: 'read' }),
    query: Paging,
    responses: { 200: EnrolmentKeyList },
  },
  create: {
    method: 'POST',
    path: '/v1/enrolment-keys',
    summary: 'Create a key with which devices register themselves',
    metadata: policy({ scope: 'write', audit: 'enrolment-key.create' }),
    body: CreateEnrolmentKey,
    responses: { 201: CreatedEnrolmentKey },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/enrolment-keys/:keyId',
    summary: 'Withdraw an enrolment key',
    metadata: policy({ scope: 'write', audit: 'enrolment-key.remove' }),
    pathParams: idParams('keyId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});

export const enrolments = c.router({
  create: {
    method: 'POST',
    path: '/v1/enrolments',
    summary: 'Register the calling machine as a device, with an enrolment key',
    metadata: policy({ scope: 'public', rateLimit: 'credentials', audit: 'device.enrol' }),
    body: CreateEnrolment,
    responses: { 201: Enrolment },
  },
});
