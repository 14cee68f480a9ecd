import { ownIds } from '../auth/caller';
import { created, noContent, ok } from '../http/respond';
import { requester } from '../http/requester';
import type { AppContext } from '../context/app-context';
import {
  createPreset,
  getPreset,
  listPresets,
  removePreset,
  runPreset,
  updatePreset,
} from '../features/presets/presets';
import { routeHandlers } from '../http/route-handlers';

export const presetRoutes = (context: AppContext) =>
  routeHandlers('presets', {
    list: ({ req, query }) => ok(listPresets(context, req.caller, query)),
    create: ({ req, body }) => created(createPreset(context, req.caller.accountId, body)),
    get: ({ req, params }) => ok(getPreset(context, req.caller, params.presetId)),
    update: ({ req, params, body }) => noContent(updatePreset(context, ownIds(req, params), body)),
    remove: ({ req, params }) => noContent(removePreset(context, req.caller.accountId, params.presetId)),
    run: ({ req, params }) => created(runPreset(context, requester(req), params.presetId)),
  });
