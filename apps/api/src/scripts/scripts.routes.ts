import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { notBuilt } from '../http/respond';
import { accepted, requester } from '../jobs/accepted';
import { execute } from '../jobs/run-requests';
import type { Service } from '../service';

export const scriptRoutes = (service: Service) =>
  initServer().router(contract.scripts, {
    list: notBuilt,
    get: notBuilt,
    run: notBuilt,
    stop: notBuilt,
    remove: notBuilt,
    execute: ({ req, res, body }) => accepted(res, execute(service, requester(req), body)),
    getValues: notBuilt,
    updateValues: notBuilt,
  });
