import { initContract } from '@ts-rest/core';
import { CreateDeviceGroup, DeviceGroup, DeviceGroupList, UpdateDeviceGroup } from './device-groups.schemas';
import { idParams } from './fields';
import { Paging } from './lists';
import { policy } from './policy';

const c = initContract();

export const deviceGroups = c.router({
  list: {
    method: 'GET',
    path: '/v1/device-groups',
    summary: 'List device groups',
    metadata: policy({ scope: 'read' }),
    query: Paging,
    responses: { 200: DeviceGroupList },
  },
  create: {
    method: 'POST',
    path: '/v1/device-groups',
    summary: 'Group devices under a name, by a list or by a rule',
    metadata: policy({ scope: 'write', audit: 'device-group.create' }),
    body: CreateDeviceGroup,
    responses: { 201: DeviceGroup },
  },
  get: {
    method: 'GET',
    path: '/v1/device-groups/:groupId',
    summary: 'Read a device group; its devices are those of GET /v1/devices?group=',
    metadata: policy({ scope: 'read' }),
    pathParams: idParams('groupId'),
    responses: { 200: DeviceGroup },
  },
  update: {
    method: 'PUT',
    path: '/v1/device-groups/:groupId',
    summary: 'Rename a device group, or say anew what belongs to it',
    metadata: policy({ scope: 'write', audit: 'device-group.update' }),
    pathParams: idParams('groupId'),
    body: UpdateDeviceGroup,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/device-groups/:groupId',
    summary: 'Delete a device group, not its devices; 409 while something is still to run on it',
    metadata: policy({ scope: 'write', audit: 'device-group.remove' }),
    pathParams: idParams('groupId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
