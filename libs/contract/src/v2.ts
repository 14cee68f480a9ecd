import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { commonResponses } from './error-body';
import { Id, idParams, Vars } from './fields';
import { ExecuteRequest, RunRequest } from './jobs.schemas';
import { LIMITS } from './limits';
import { policy } from './policy';

const c = initContract();

/** A device in the second version of the interface. */
export const DeviceV2 = z.object({
  id: Id,
  name: z.string(),
  online: z.boolean(),
  brand: z.string(),
  model: z.string(),
  appVersion: z.string(),
  tags: z.array(z.string()),
});

/** A published script in the second version of the interface. */
export const ScriptV2 = z.object({ id: Id, name: z.string(), version: z.string(), slug: z.string() });

/** The response to a run request. `/v1/jobs/{id}` returns the job. */
const StartedJob = z.object({ data: z.object({ id: Id }) });

const References = z
  .array(z.object({ id: z.string(), name: z.unknown().optional() }))
  .min(1, 'must name at least one device')
  .max(LIMITS.devicesPerRequest, `must have at most ${LIMITS.devicesPerRequest} devices`);

const { timeout, deliverWithin } = RunRequest.shape;
const runFields = { devices: References, vars: Vars.optional(), timeout, deliverWithin };

/**
 * The part of the interface's second version that assistants use: `id` in place of `_id`, `data` around every response,
 * and the access token in `X-API-Key`. It adds nothing to `/v1` and is not part of the reference.
 */
export const contractV2 = c.router(
  {
    listDevices: {
      method: 'GET',
      path: '/v2/devices',
      metadata: policy({ scope: 'read', role: 'viewer', devices: 'scoped' }),
      responses: { 200: z.object({ data: z.array(DeviceV2) }) },
    },
    listScripts: {
      method: 'GET',
      path: '/v2/scripts',
      metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
      responses: { 200: z.object({ data: z.array(ScriptV2) }) },
    },
    runScript: {
      method: 'POST',
      path: '/v2/scripts/:scriptId/run',
      metadata: policy({
        scope: 'run',
        role: 'operator',
        devices: 'scoped',
        bodyBytes: LIMITS.jobBodyBytes,
        audit: { action: 'script.run', target: 'params.scriptId' },
      }),
      pathParams: idParams('scriptId'),
      body: z.object(runFields),
      responses: { 200: StartedJob },
    },
    execute: {
      method: 'POST',
      path: '/v2/scripts/execute',
      metadata: policy({
        scope: 'run',
        role: 'editor',
        bodyBytes: LIMITS.jobBodyBytes,
        audit: { action: 'script.execute', target: 'response.data.id' },
      }),
      body: z.object({ code: ExecuteRequest.shape.code, ...runFields }),
      responses: { 200: StartedJob },
    },
  },
  { strictStatusCodes: true, commonResponses },
);
