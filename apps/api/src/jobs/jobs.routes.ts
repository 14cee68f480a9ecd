import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { noContent, ok } from '../http/respond';
import type { Service } from '../service';
import { getJob, listJobs, removeJob } from './jobs';

export const jobRoutes = (service: Service) =>
  initServer().router(contract.jobs, {
    list: ({ req, query }) => ok(listJobs(service, req.caller.accountId, query)),
    get: ({ req, params }) => ok(getJob(service, req.caller.accountId, params.jobId)),
    remove: ({ req, params }) => noContent(removeJob(service, req.caller.accountId, params.jobId)),
  });
