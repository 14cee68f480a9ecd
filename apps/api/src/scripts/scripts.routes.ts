import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { ownIds } from '../http/caller';
import { noContent, ok } from '../http/respond';
import { accepted, requester } from '../jobs/requester';
import { execute, runScript, stopScript } from '../jobs/run-requests';
import type { Service } from '../service';
import { getScript, getScriptConfig, listScripts, listVersions, removeScript } from './scripts';
import { scriptValues } from './values';

export const scriptRoutes = (service: Service) =>
  initServer().router(contract.scripts, {
    list: ({ req, query }) => ok(listScripts(service, req.caller.accountId, query)),
    get: ({ req, params }) => ok(getScript(service, req.caller.accountId, params.scriptId)),
    run: ({ req, res, params, body }) =>
      accepted(res, runScript(service, { ...requester(req), ...params }, body)),
    stop: ({ req, params, body }) => noContent(stopScript(service, ownIds(req, params), body)),
    remove: ({ req, params }) => noContent(removeScript(service, req.caller.accountId, params.scriptId)),
    execute: ({ req, res, body }) => accepted(res, execute(service, requester(req), body)),
    listVersions: ({ req, params }) => ok(listVersions(service, req.caller.accountId, params.scriptId)),
    getConfig: ({ req, params }) => ok(getScriptConfig(service, req.caller.accountId, params.scriptId)),
    getValues: ({ req, params }) => ok(scriptValues.get(service, req.caller.accountId, params.scriptId)),
    updateValues: ({ req, params, body }) =>
      noContent(scriptValues.update(service, { accountId: req.caller.accountId, id: params.scriptId }, body)),
  });
