import { contractV2 } from '@drover/contract/v2';
import { initServer } from '@ts-rest/express';
import type { RequestHandler, Response } from 'express';
import { listDevices } from '../devices/devices';
import { ApiError } from '../http/api-error';
import { requester } from '../jobs/requester';
import { execute, runScript } from '../jobs/run-requests';
import { listScripts } from '../scripts/scripts';
import type { Service } from '../service';

/** The second version's words for the features of the first. */
export const routesV2 = (service: Service) =>
  initServer().router(contractV2, {
    listDevices: async ({ req }) => {
      const { items } = await listDevices(service, req.caller.accountId, {});
      return { status: 200, body: { data: items.map(renameId) } };
    },
    listScripts: async ({ req }) => {
      const { items } = await listScripts(service, req.caller.accountId, {});
      return { status: 200, body: { data: items.map(renameId) } };
    },
    execute: ({ req, res, body }) => started(res, execute(service, requester(req), toTargets(body))),
    runScript: ({ req, res, params, body }) =>
      started(res, runScript(service, { ...requester(req), ...params }, toTargets(body))),
  });

/** The credential stands in a header of its own; everything else that a credential meets stays as it is. */
export const readApiKey: RequestHandler = (request, _response, next) => {
  const key = request.get('X-API-Key');
  if (key !== undefined) request.headers.authorization ??= `token ${key}`;
  next();
};

function renameId<Record extends { _id: string }>({ _id, ...record }: Record) {
  return { id: _id, ...record };
}

function toTargets<Body extends { devices: { id: string }[] }>({ devices, ...body }: Body) {
  return { ...body, devices: devices.map(({ id }) => ({ _id: id })) };
}

/** Its callers read every answer as JSON: none is empty. */
async function started(response: Response, job: Promise<string>) {
  const id = await job.catch(blame);
  response.location(`/v1/jobs/${id}`);
  return { status: 200 as const, body: { data: { id } } };
}

/** What is wrong is told by the name that the caller gave it. */
function blame(error: unknown): never {
  if (!(error instanceof ApiError) || !error.errors) throw error;
  const errors = error.errors.map(({ path, message }) => ({ path: path.replace(/\._id$/, '.id'), message }));
  throw new ApiError(error.error, { message: error.message, errors });
}
