import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { ownIds } from '../http/caller';
import { created, noContent, ok } from '../http/respond';
import { rerunJob } from '../rollouts/reruns';
import { updateRollout } from '../rollouts/rollouts';
import type { Service } from '../service';
import { getJob, listJobs, removeJob } from './jobs';
import { requester } from './requester';
import { startJob } from './run-requests';

export const jobRoutes = (service: Service) =>
  initServer().router(contract.jobs, {
    list: ({ req, query }) => ok(listJobs(service, req.caller.accountId, query)),
    create: ({ req, body }) => created(startJob(service, requester(req), body)),
    get: ({ req, params }) => ok(getJob(service, req.caller.accountId, params.jobId)),
    remove: ({ req, params }) => noContent(removeJob(service, req.caller.accountId, params.jobId)),
    updateRollout: ({ req, params, body }) => noContent(updateRollout(service, ownIds(req, params), body)),
    rerun: ({ req, params, body }) => created(rerunJob(service, { ...requester(req), ...params }, body)),
  });
