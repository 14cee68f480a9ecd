import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { ownIds } from '../http/caller';
import { noContent, ok } from '../http/respond';
import type { Service } from '../service';
import { listLogs } from './logs';
import { getRun, listRuns, removeRun, stopSelectedRuns } from './runs';

export const runRoutes = (service: Service) =>
  initServer().router(contract.runs, {
    list: ({ req, query }) => ok(listRuns(service, req.caller.accountId, query)),
    get: ({ req, params }) => ok(getRun(service, req.caller.accountId, params.runId)),
    stop: ({ req, body }) => noContent(stopSelectedRuns(service, req.caller.accountId, body)),
    remove: ({ req, params }) => noContent(removeRun(service, req.caller.accountId, params.runId)),
    listLogs: ({ req, params, query }) => ok(listLogs(service, ownIds(req, params), query)),
  });
