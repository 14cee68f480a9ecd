import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { ownIds } from '../http/caller';
import { noContent, ok } from '../http/respond';
import { sendDeviceMessage } from '../messages/messages';
import type { Service } from '../service';
import { listConnections } from './connections';
import { getDevice, listDevices, removeDevice, stopDevice, updateDevice } from './devices';

const s = initServer();

/** The operations of /v1/devices, and of /v1/robots, which is the same under its older name. */
export const deviceRoutes = (service: Service) =>
  s.router(contract.devices, {
    list: ({ req, query }) => ok(listDevices(service, req.caller.accountId, query)),
    get: ({ req, params }) => ok(getDevice(service, req.caller.accountId, params.deviceId)),
    update: ({ req, params, body }) => noContent(updateDevice(service, ownIds(req, params), body)),
    remove: ({ req, params }) => noContent(removeDevice(service, req.caller.accountId, params.deviceId)),
    stop: ({ req, params }) => noContent(stopDevice(service, req.caller.accountId, params.deviceId)),
    sendMessage: ({ req, params, body }) => noContent(sendDeviceMessage(service, ownIds(req, params), body)),
    listConnections: ({ req, params, query }) => ok(listConnections(service, ownIds(req, params), query)),
  });
