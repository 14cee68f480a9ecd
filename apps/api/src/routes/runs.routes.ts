import { ownIds } from '../auth/caller';
import { noContent, ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import { downloadArchive } from '../features/artifacts/archive';
import { listArtifacts } from '../features/artifacts/artifacts';
import { downloadArtifact } from '../features/artifacts/download';
import { getAdjacentRuns } from '../features/runs/adjacent-runs';
import { getRunCode, getRunProject } from '../features/runs/run-code';
import { getResult } from '../features/results/results';
import { listLogs } from '../features/runs/logs';
import { stopSelectedRuns } from '../features/jobs/stop-requests';
import { listLatestRuns } from '../features/runs/latest-runs';
import { listRuns } from '../features/runs/list-runs';
import { getRun, removeRun } from '../features/runs/runs';
import { routeHandlers } from '../http/route-handlers';

export const runRoutes = (context: AppContext) =>
  routeHandlers('runs', {
    list: ({ req, query }) => ok(listRuns(context, req.caller, query)),
    listLatest: ({ req, query }) => ok(listLatestRuns(context, req.caller, query)),
    get: ({ req, params }) => ok(getRun(context, req.caller, params.runId)),
    stop: ({ req, body }) => noContent(stopSelectedRuns(context, req.caller, body)),
    remove: ({ req, params }) => noContent(removeRun(context, req.caller, params.runId)),
    getCode: ({ req, params }) => ok(getRunCode(context, ownIds(req, params))),
    getProject: ({ req, params }) => ok(getRunProject(context, ownIds(req, params))),
    getAdjacent: ({ req, params }) => ok(getAdjacentRuns(context, req.caller, params.runId)),
    getResult: ({ req, params }) => ok(getResult(context, req.caller, params.runId)),
    listArtifacts: ({ req, params, query }) => ok(listArtifacts(context, ownIds(req, params), query)),
    getArtifact: ({ req, res, params }) => downloadArtifact(context, { req, res }, ownIds(req, params)),
    getArtifactArchive: ({ req, res, params }) => downloadArchive(context, res, ownIds(req, params)),
    listLogs: ({ req, params, query }) => ok(listLogs(context, ownIds(req, params), query)),
  });
