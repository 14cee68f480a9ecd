import { Device } from '@drover/contract';
import { ownIds } from '../auth/caller';
import { noContent, ok } from '../http/respond';
import { sendDeviceMessage, sendDevicesMessage } from '../features/messages/messages';
import type { AppContext } from '../context/app-context';
import { listConnections } from '../features/devices/connections';
import { getFacts } from '../features/devices/facts';
import { getDevice, listDevices, removeDevice, stopDevice, updateDevice } from '../features/devices/devices';
import { removeDevices, updateDevices } from '../features/devices/many-devices';
import { routeHandlers } from '../http/route-handlers';
import { okList } from '../http/stream';

/** The operations of /v1/devices, and of /v1/robots, its older name. */
export const deviceRoutes = (context: AppContext) =>
  routeHandlers('devices', {
    list: ({ req, res, query }) => okList(res, Device, listDevices(context, req.caller, query)),
    get: ({ req, params }) => ok(getDevice(context, req.caller, params.deviceId)),
    update: ({ req, params, body }) => noContent(updateDevice(context, ownIds(req, params), body)),
    remove: ({ req, params }) => noContent(removeDevice(context, req.caller.accountId, params.deviceId)),
    stop: ({ req, params }) => noContent(stopDevice(context, req.caller, params.deviceId)),
    sendMessage: ({ req, params, body }) => noContent(sendDeviceMessage(context, ownIds(req, params), body)),
    getFacts: ({ req, params }) => ok(getFacts(context, ownIds(req, params))),
    updateMany: ({ req, body }) => noContent(updateDevices(context, req.caller.accountId, body)),
    removeMany: ({ req, body }) => noContent(removeDevices(context, req.caller.accountId, body)),
    sendMessages: ({ req, body }) => noContent(sendDevicesMessage(context, req.caller, body)),
    listConnections: ({ req, params, query }) => ok(listConnections(context, ownIds(req, params), query)),
  });
