import { initContract } from '@ts-rest/core';
import { CreateDeviceGroup, DeviceGroup, DeviceGroupList, UpdateDeviceGroup } from './device-groups.schemas';
import { idParams } from './fields';
import { Paging } from './lists';
import { LIMITS } from './limits';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();

export const deviceGroups = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/device-groups',
    summary: 'List device groups',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    query: Paging,
    responses: { 200: DeviceGroupList },
  },
  create: {
    method: 'POST',
    path: '/v1/device-groups',
    summary: 'Create a device group, with a list of devices or a rule',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      bodyBytes: LIMITS.valuesBodyBytes,
      audit: { action: 'device-group.create', target: 'response._id' },
    }),
    body: CreateDeviceGroup,
    responses: { 201: DeviceGroup },
  },
  get: {
    method: 'GET',
    path: '/v1/device-groups/:groupId',
    summary: 'Read a device group. GET /v1/devices?group= lists its devices',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
    pathParams: idParams('groupId'),
    responses: { 200: DeviceGroup },
  },
  update: {
    method: 'PUT',
    path: '/v1/device-groups/:groupId',
    summary: 'Rename a device group, or replace its members',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      bodyBytes: LIMITS.valuesBodyBytes,
      audit: { action: 'device-group.update', target: 'params.groupId' },
    }),
    pathParams: idParams('groupId'),
    body: UpdateDeviceGroup,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/device-groups/:groupId',
    summary:
      'Delete a device group but not its devices. Returns 409 while a preset, a schedule or a run uses it',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'device-group.remove', target: 'params.groupId' },
    }),
    pathParams: idParams('groupId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
