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
import { defineRoutes } from './route';

const c = initContract();

export const enrolmentKeys = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/enrolment-keys',
    summary: 'List enrolment keys that can still be used',
    metadata: policy({ scope: 'read', role: 'admin' }),
    query: Paging,
    responses: { 200: EnrolmentKeyList },
  },
  create: {
    method: 'POST',
    path: '/v1/enrolment-keys',
    summary: 'Create an enrolment key',
    metadata: policy({
      scope: 'write',
      role: 'admin',
      audit: { action: 'enrolment-key.create', target: 'response._id' },
    }),
    body: CreateEnrolmentKey,
    responses: { 201: CreatedEnrolmentKey },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/enrolment-keys/:keyId',
    summary: 'Revoke an enrolment key',
    metadata: policy({
      scope: 'write',
      role: 'admin',
      audit: { action: 'enrolment-key.remove', target: 'params.keyId' },
    }),
    pathParams: idParams('keyId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});

export const enrolments = defineRoutes({
  create: {
    method: 'POST',
    path: '/v1/enrolments',
    summary: 'Enroll the calling machine as a device, with an enrolment key',
    metadata: policy({
      scope: 'public',
      rateLimit: 'credentials',
      audit: { action: 'device.enrol', target: 'response.device._id' },
    }),
    body: CreateEnrolment,
    responses: { 201: Enrolment },
  },
});
