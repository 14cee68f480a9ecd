import { assertRole, ownIds } from '../auth/caller';
import { created, noContent, ok } from '../http/respond';
import { downloadArchive } from '../features/artifacts/archive';
import { rerunJob } from '../features/jobs/reruns';
import { updateRollout } from '../features/rollouts/rollouts';
import type { AppContext } from '../context/app-context';
import { getJob, removeJob } from '../features/jobs/jobs';
import { getJobSchema } from '../features/results/result-schemas';
import { listJobs } from '../features/jobs/list-jobs';
import { requester } from '../http/requester';
import { submitJob } from '../features/jobs/run-requests';
import { updateAgents } from '../features/jobs/update-agents';
import { listJobFailures } from '../features/failures/failures';
import { routeHandlers } from '../http/route-handlers';

export const jobRoutes = (context: AppContext) =>
  routeHandlers('jobs', {
    list: ({ req, query }) => ok(listJobs(context, req.caller, query)),
    create: ({ req, body }) => {
      // Without this check, those who may only run scripts could run any code.
      if (body.code !== undefined) assertRole(req.caller, 'editor');
      return created(submitJob(context, requester(req), body));
    },
    updateAgents: ({ req, body }) => created(updateAgents(context, requester(req), body)),
    get: ({ req, params }) => ok(getJob(context, req.caller, params.jobId)),
    remove: ({ req, params }) => noContent(removeJob(context, req.caller, params.jobId)),
    updateRollout: ({ req, params, body }) => noContent(updateRollout(context, ownIds(req, params), body)),
    listFailures: ({ req, params, query }) => ok(listJobFailures(context, ownIds(req, params), query)),
    getSchema: ({ req, params }) => ok(getJobSchema(context, req.caller, params.jobId)),
    getArtifactArchive: ({ req, res, params }) => downloadArchive(context, res, ownIds(req, params)),
    rerun: ({ req, params, body }) => created(rerunJob(context, { ...requester(req), ...params }, body)),
  });
