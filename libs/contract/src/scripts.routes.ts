import { initContract } from '@ts-rest/core';
import { Targets } from './devices.schemas';
import { idParams } from './fields';
import { ExecuteRequest, RunRequest } from './jobs.schemas';
import { LIMITS } from './limits';
import { policy } from './policy';
import { defineRoutes } from './route';
import { Script, ScriptFilter, ScriptList, ScriptVersionList, Values } from './scripts.schemas';

const c = initContract();

export const scripts = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/scripts',
    summary: "List the published scripts of the caller's library",
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    query: ScriptFilter,
    responses: { 200: ScriptList },
  },
  get: {
    method: 'GET',
    path: '/v1/scripts/:scriptId',
    summary: 'Read a published script',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('scriptId'),
    responses: { 200: Script },
  },
  run: {
    method: 'POST',
    path: '/v1/scripts/:scriptId/run',
    summary: 'Run a published script on devices',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'scoped',
      bodyBytes: LIMITS.jobBodyBytes,
      audit: { action: 'script.run', target: 'params.scriptId' },
    }),
    pathParams: idParams('scriptId'),
    body: RunRequest,
    responses: { 204: c.noBody() },
  },
  stop: {
    method: 'DELETE',
    path: '/v1/scripts/:scriptId/run',
    summary: 'Stop a published script on devices',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'scoped',
      bodyBytes: LIMITS.jobBodyBytes,
      audit: { action: 'script.stop', target: 'params.scriptId' },
    }),
    pathParams: idParams('scriptId'),
    body: Targets,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/scripts/:scriptId',
    summary: "Remove a published script from the caller's library",
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'script.remove', target: 'params.scriptId' },
    }),
    pathParams: idParams('scriptId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  execute: {
    method: 'POST',
    path: '/v1/scripts/execute',
    summary: 'Run code once on devices',
    metadata: policy({
      scope: 'run',
      role: 'editor',
      bodyBytes: LIMITS.jobBodyBytes,
      audit: { action: 'script.execute', target: 'location' },
    }),
    body: ExecuteRequest,
    responses: { 204: c.noBody() },
  },
  listVersions: {
    method: 'GET',
    path: '/v1/scripts/:scriptId/versions',
    summary: 'List the versions of a published script',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('scriptId'),
    responses: { 200: ScriptVersionList },
  },
  getConfig: {
    method: 'GET',
    path: '/v1/scripts/:scriptId/files/config',
    summary: 'Download the configuration of the latest version',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('scriptId'),
    responses: { 200: c.otherResponse({ contentType: 'application/json', body: c.type<unknown>() }) },
  },
  getSchema: {
    method: 'GET',
    path: '/v1/scripts/:scriptId/files/schema',
    summary: 'Download the schema of the results of the latest version',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('scriptId'),
    responses: { 200: c.otherResponse({ contentType: 'application/json', body: c.type<unknown>() }) },
  },
  getValues: {
    method: 'GET',
    path: '/v1/scripts/:scriptId/values',
    summary: 'Read saved configuration values',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('scriptId'),
    responses: { 200: Values },
  },
  updateValues: {
    method: 'PUT',
    path: '/v1/scripts/:scriptId/values',
    summary: 'Replace the saved configuration values',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      bodyBytes: LIMITS.valuesBodyBytes,
      audit: { action: 'script.values', target: 'params.scriptId' },
    }),
    pathParams: idParams('scriptId'),
    body: Values,
    responses: { 204: c.noBody() },
  },
});
