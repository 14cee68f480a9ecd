import { contractV2 } from '@drover/contract/v2';
import { initServer } from '@ts-rest/express';
import type { RequestHandler, Response } from 'express';
import { listDevices } from '../features/devices/devices';
import { ApiError } from '../errors/api-error';
import { requester } from '../http/requester';
import { execute, runScript } from '../features/jobs/run-requests';
import { listScripts } from '../features/scripts/scripts';
import type { AppContext } from '../context/app-context';

/** The routes of API version 2, which map to the features of version 1. */
export const routesV2 = (context: AppContext) =>
  initServer().router(contractV2, {
    listDevices: async ({ req }) => {
      const { items } = await listDevices(context, req.caller.accountId, {});
      return { status: 200, body: { data: items.map(renameId) } };
    },
    listScripts: async ({ req }) => {
      const { items } = await listScripts(context, req.caller.accountId, {});
      return { status: 200, body: { data: items.map(renameId) } };
    },
    execute: ({ req, res, body }) => startedJob(res, execute(context, requester(req), toTargets(body))),
    runScript: ({ req, res, params, body }) =>
      startedJob(res, runScript(context, { ...requester(req), ...params }, toTargets(body))),
  });

/** Reads the credential from the X-API-Key header. Authentication is otherwise the same as in version 1. */
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

/** Returns the job ID in the body, because version 2 has no empty responses. */
async function startedJob(response: Response, job: Promise<string>) {
  const id = await job.catch(renameErrorPaths);
  response.location(`/v1/jobs/${id}`);
  return { status: 200 as const, body: { data: { id } } };
}

/** Renames `_id` to `id` in the paths of an error, as in the request. */
function renameErrorPaths(error: unknown): never {
  if (!(error instanceof ApiError) || !error.errors) throw error;
  const errors = error.errors.map(({ path, message }) => ({ path: path.replace(/\._id$/, '.id'), message }));
  throw new ApiError(error.error, { message: error.message, errors });
}
