import { initContract } from '@ts-rest/core';
import {
  Device,
  DeviceConnectionList,
  DeviceFacts,
  DeviceFilter,
  DeviceList,
  ManyDevices,
  SendDevicesMessage,
  SendDeviceMessage,
  UpdateDevice,
  UpdateDevices,
} from './devices.schemas';
import { idParams } from './fields';
import { LIMITS } from './limits';
import { Paging } from './lists';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();

/** The routes of one family; `robots` is the older name of `devices`. */
function deviceOperations<const Family extends 'devices' | 'robots'>(family: Family) {
  return defineRoutes({
    list: {
      method: 'GET',
      path: `/v1/${family}`,
      summary: 'List devices',
      metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
      query: DeviceFilter,
      responses: { 200: DeviceList },
    },
    get: {
      method: 'GET',
      path: `/v1/${family}/:deviceId`,
      summary: 'Read a device',
      metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
      pathParams: idParams('deviceId'),
      responses: { 200: Device },
    },
    update: {
      method: 'PUT',
      path: `/v1/${family}/:deviceId`,
      summary: 'Rename or tag a device',
      metadata: policy({
        scope: 'write',
        role: 'editor',
        audit: { action: 'device.update', target: 'params.deviceId' },
      }),
      pathParams: idParams('deviceId'),
      body: UpdateDevice,
      responses: { 204: c.noBody() },
    },
    remove: {
      method: 'DELETE',
      path: `/v1/${family}/:deviceId`,
      summary: 'Delete a device: cancel its queued runs and revoke its device token. Its history stays',
      metadata: policy({
        scope: 'write',
        role: 'editor',
        audit: { action: 'device.remove', target: 'params.deviceId' },
      }),
      pathParams: idParams('deviceId'),
      body: c.noBody(),
      responses: { 204: c.noBody() },
    },
    stop: {
      method: 'PUT',
      path: `/v1/${family}/:deviceId/stop`,
      summary: 'Stop all scripts on a device',
      metadata: policy({
        scope: 'run',
        role: 'operator',
        devices: 'scoped',
        audit: { action: 'device.stop', target: 'params.deviceId' },
      }),
      pathParams: idParams('deviceId'),
      body: c.noBody(),
      responses: { 204: c.noBody() },
    },
  });
}

/** Messages to a device, and what it tells of itself. */
function deviceReports<const Family extends 'devices' | 'robots'>(family: Family) {
  return defineRoutes({
    sendMessage: {
      method: 'POST',
      path: `/v1/${family}/:deviceId/messages`,
      summary: 'Push a text message to a device',
      metadata: policy({
        scope: 'run',
        role: 'operator',
        devices: 'scoped',
        audit: { action: 'device.message', target: 'params.deviceId' },
      }),
      pathParams: idParams('deviceId'),
      body: SendDeviceMessage,
      responses: { 204: c.noBody() },
    },
    getFacts: {
      method: 'GET',
      path: `/v1/${family}/:deviceId/facts`,
      summary: 'Read what a device reports about itself: system, addresses, memory, disk, battery',
      metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
      pathParams: idParams('deviceId'),
      responses: { 200: DeviceFacts },
    },
    listConnections: {
      method: 'GET',
      path: `/v1/${family}/:deviceId/connections`,
      summary: 'List the periods in which a device was online',
      metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
      pathParams: idParams('deviceId'),
      query: Paging,
      responses: { 200: DeviceConnectionList },
    },
  });
}

/** Changes of several devices at once. If one of them is unknown, none is changed. */
function changesOfMany<const Family extends 'devices' | 'robots'>(family: Family) {
  return defineRoutes({
    updateMany: {
      method: 'POST',
      path: `/v1/${family}/update`,
      summary: 'Set the tags of several devices',
      metadata: policy({
        scope: 'write',
        role: 'editor',
        bodyBytes: LIMITS.jobBodyBytes,
        audit: { action: 'device.update', target: null },
      }),
      body: UpdateDevices,
      responses: { 204: c.noBody() },
    },
    removeMany: {
      method: 'POST',
      path: `/v1/${family}/remove`,
      summary: 'Delete several devices. Their history stays',
      metadata: policy({
        scope: 'write',
        role: 'editor',
        bodyBytes: LIMITS.jobBodyBytes,
        audit: { action: 'device.remove', target: null },
      }),
      body: ManyDevices,
      responses: { 204: c.noBody() },
    },
    sendMessages: {
      method: 'POST',
      path: `/v1/${family}/messages`,
      summary: 'Push a text message to several devices',
      metadata: policy({
        scope: 'run',
        role: 'operator',
        devices: 'scoped',
        bodyBytes: LIMITS.jobBodyBytes,
        audit: { action: 'device.message', target: null },
      }),
      body: SendDevicesMessage,
      responses: { 204: c.noBody() },
    },
  });
}

function familyOf<const Family extends 'devices' | 'robots'>(family: Family) {
  return { ...deviceOperations(family), ...deviceReports(family), ...changesOfMany(family) };
}

export const devices = familyOf('devices');
export const robots = familyOf('robots');
