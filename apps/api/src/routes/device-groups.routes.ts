import { assertRole, ownIds } from '../auth/caller';
import { created, noContent, ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import {
  createDeviceGroup,
  getDeviceGroup,
  listDeviceGroups,
  removeDeviceGroup,
  updateDeviceGroup,
} from '../features/device-groups/device-groups';
import { routeHandlers } from '../http/route-handlers';

export const deviceGroupRoutes = (context: AppContext) =>
  routeHandlers('deviceGroups', {
    list: ({ req, query }) => ok(listDeviceGroups(context, req.caller, query)),
    create: ({ req, body }) => created(createDeviceGroup(context, req.caller.accountId, body)),
    get: ({ req, params }) => ok(getDeviceGroup(context, req.caller, params.groupId)),
    update: ({ req, params, body }) => {
      // Without this check, editors could take a device out of a group whose runs need approval.
      if (req.caller.approvalRules.groups.includes(params.groupId)) assertRole(req.caller, 'admin');
      return noContent(updateDeviceGroup(context, ownIds(req, params), body));
    },
    remove: ({ req, params }) => noContent(removeDeviceGroup(context, req.caller.accountId, params.groupId)),
  });
