import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { ownIds } from '../http/caller';
import { created, noContent, ok } from '../http/respond';
import type { Service } from '../service';
import {
  createDeviceGroup,
  getDeviceGroup,
  listDeviceGroups,
  removeDeviceGroup,
  updateDeviceGroup,
} from './device-groups';

export const deviceGroupRoutes = (service: Service) =>
  initServer().router(contract.deviceGroups, {
    list: ({ req, query }) => ok(listDeviceGroups(service, req.caller.accountId, query)),
    create: ({ req, body }) => created(createDeviceGroup(service, req.caller.accountId, body)),
    get: ({ req, params }) => ok(getDeviceGroup(service, req.caller.accountId, params.groupId)),
    update: ({ req, params, body }) => noContent(updateDeviceGroup(service, ownIds(req, params), body)),
    remove: ({ req, params }) => noContent(removeDeviceGroup(service, req.caller.accountId, params.groupId)),
  });
