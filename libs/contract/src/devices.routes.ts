import { initContract } from '@ts-rest/core';
import {
  Device,
  DeviceConnectionList,
  DeviceFilter,
  DeviceList,
  SendDeviceMessage,
  UpdateDevice,
} from './devices.schemas';
import { idParams } from './fields';
import { Paging } from './lists';
import { policy } from './policy';

const c = initContract();

/** Both families have one type, so that one implementation serves both. */
function deviceOperations(family: 'devices' | 'robots') {
  return {
    list: {
      method: 'GET',
      path: `/v1/${family}`,
      summary: 'List devices',
      metadata: policy({ scope: 'read' }),
      query: DeviceFilter,
      responses: { 200: DeviceList },
    },
    get: {
      method: 'GET',
      path: `/v1/${family}/:deviceId`,
      summary: 'Read a device',
      metadata: policy({ scope: 'read' }),
      pathParams: idParams('deviceId'),
      responses: { 200: Device },
    },
    update: {
      method: 'PUT',
      path: `/v1/${family}/:deviceId`,
      summary: 'Rename or tag a device',
      metadata: policy({ scope: 'write', audit: 'device.update' }),
      pathParams: idParams('deviceId'),
      body: UpdateDevice,
      responses: { 204: c.noBody() },
    },
    remove: {
      method: 'DELETE',
      path: `/v1/${family}/:deviceId`,
      summary: 'Delete a device: its queue is canceled, its credential withdrawn, its history kept',
      metadata: policy({ scope: 'write', audit: 'device.remove' }),
      pathParams: idParams('deviceId'),
      body: c.noBody(),
      responses: { 204: c.noBody() },
    },
    stop: {
      method: 'PUT',
      path: `/v1/${family}/:deviceId/stop`,
      summary: 'Stop all scripts on a device',
      metadata: policy({ scope: 'run', audit: 'device.stop' }),
      pathParams: idParams('deviceId'),
      body: c.noBody(),
      responses: { 204: c.noBody() },
    },
    sendMessage: {
      method: 'POST',
      path: `/v1/${family}/:deviceId/messages`,
      summary: 'Push a text message to a device',
      metadata: policy({ scope: 'run', audit: 'device.message' }),
      pathParams: idParams('deviceId'),
      body: SendDeviceMessage,
      responses: { 204: c.noBody() },
    },
    listConnections: {
      method: 'GET',
      path: `/v1/${family}/:deviceId/connections`,
      summary: 'List when a device was online',
      metadata: policy({ scope: 'read' }),
      pathParams: idParams('deviceId'),
      query: Paging,
      responses: { 200: DeviceConnectionList },
    },
  } as const;
}

export const devices = c.router(deviceOperations('devices'));
export const robots = c.router(deviceOperations('robots'));
