import { contractV2, DeviceV2, ScriptV2 } from '@drover/contract/v2';
import { initServer } from '@ts-rest/express';
import type { RequestHandler, Response } from 'express';
import { listDevices } from '../features/devices/devices';
import type { z } from 'zod';
import { LongList, type ListPage } from '../database/lists';
import { ApiError } from '../errors/api-error';
import { streamRecords } from '../http/stream';
import { requester } from '../http/requester';
import { execute, runScript } from '../features/jobs/run-requests';
import { listScripts } from '../features/scripts/scripts';
import type { AppContext } from '../context/app-context';

/** The routes of API version 2, which map to the features of version 1. */
export const routesV2 = (context: AppContext) =>
  initServer().router(contractV2, {
    listDevices: ({ req, res }) => okData(res, DeviceV2, listDevices(context, req.caller, {})),
    listScripts: ({ req, res }) => okData(res, ScriptV2, listScripts(context, req.caller.accountId, {})),
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

/** Responds with a list. Streams a long one. */
async function okData<Item extends { _id: string }, Renamed>(
  response: Response,
  schema: z.ZodType<Renamed>,
  reading: Promise<ListPage<Item> | LongList<Item>>,
): Promise<{ status: 200; body: { data: Renamed[] } }> {
  const list = await reading;
  const toRecord = (item: Item) => schema.parse(renameId(item));
  if (!(list instanceof LongList)) return { status: 200, body: { data: list.items.map(toRecord) } };
  return streamRecords(response, list.pages, { field: 'data', toRecord, toEnd: () => ({}) }) as never;
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
