import { Script } from '@drover/contract';
import { ownIds } from '../auth/caller';
import { noContent, ok } from '../http/respond';
import { accepted, requester } from '../http/requester';
import { execute, runScript, stopScript } from '../features/jobs/run-requests';
import type { AppContext } from '../context/app-context';
import {
  getScript,
  getScriptConfig,
  getScriptSchema,
  listScripts,
  listVersions,
  removeScript,
} from '../features/scripts/scripts';
import { scriptValues } from '../features/scripts/values';
import { routeHandlers } from '../http/route-handlers';
import { okList } from '../http/stream';

export const scriptRoutes = (context: AppContext) =>
  routeHandlers('scripts', {
    list: ({ req, res, query }) => okList(res, Script, listScripts(context, req.caller.accountId, query)),
    get: ({ req, params }) => ok(getScript(context, req.caller.accountId, params.scriptId)),
    run: ({ req, res, params, body }) =>
      accepted(res, runScript(context, { ...requester(req), ...params }, body)),
    stop: ({ req, params, body }) => noContent(stopScript(context, ownIds(req, params), body)),
    remove: ({ req, params }) => noContent(removeScript(context, req.caller.accountId, params.scriptId)),
    execute: ({ req, res, body }) => accepted(res, execute(context, requester(req), body)),
    listVersions: ({ req, params }) => ok(listVersions(context, req.caller.accountId, params.scriptId)),
    getConfig: ({ req, params }) => ok(getScriptConfig(context, req.caller.accountId, params.scriptId)),
    getSchema: ({ req, params }) => ok(getScriptSchema(context, req.caller.accountId, params.scriptId)),
    getValues: ({ req, params }) => ok(scriptValues.get(context, req.caller.accountId, params.scriptId)),
    updateValues: ({ req, params, body }) =>
      noContent(scriptValues.update(context, { accountId: req.caller.accountId, id: params.scriptId }, body)),
  });
